# SPDX-License-Identifier: BSD-2-Clause
"""A page in Debian's Chromium: opened, asked, driven by real keys and a real mouse."""
import os
import shutil
import sys
import time

try:
    from selenium import webdriver
except ImportError:  # Debian's packages are of /usr/bin/python3
    sys.path.append("/usr/lib/python3/dist-packages")
    try:
        from selenium import webdriver
    except ImportError:
        webdriver = None
if webdriver:
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys


def missing():
    """@return the reason why there can be no browser, or None"""
    if webdriver is None:
        return "needs python3-selenium"
    return None if shutil.which("chromium") and shutil.which("chromedriver") else "needs chromium and chromium-driver"


class Browser:
    def __init__(self, width=1600, height=950, folder=None):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for word in ("--headless=new", "--no-sandbox", "--disable-gpu", f"--window-size={width},{height}", "--force-device-scale-factor=1", "--disable-dev-shm-usage",
                     "--enable-precise-memory-info", "--js-flags=--expose-gc", "--disable-background-networking", "--disable-component-update"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        if folder:
            options.add_experimental_option("prefs", {"download.default_directory": folder})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_script_timeout(60)

    def close(self):
        self.driver.quit()

    def open(self, path, wait=40):
        """@return the message of a page that couldn't be drawn, or None"""
        self.driver.get("about:blank")
        self.driver.get(path if "://" in path else "file://" + os.path.abspath(path))
        self.until("return window.spoorTest && spoorTest.ready", wait)
        return self.js("return spoorTest.failed || null")

    def js(self, text, *arguments):
        return self.driver.execute_script("const app = window.spoorTest?.app, S = app?.store, T = app?.timeline; " + text, *arguments)

    def until(self, text, wait=10):
        end = time.monotonic() + wait
        while not self.js(text):
            if time.monotonic() > end:
                return False
            time.sleep(0.03)
        return True

    def settle(self):
        """Until the next frames were drawn."""
        self.driver.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60)))")

    def set(self, **state):
        self.js("S.set(arguments[0])", state)
        self.settle()

    def key(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()
        self.settle()

    def chord(self, *keys):
        chain = ActionChains(self.driver)
        for k in keys[:-1]:
            chain = chain.key_down(k)
        chain = chain.send_keys(keys[-1])
        for k in keys[:-1]:
            chain = chain.key_up(k)
        chain.perform()
        self.settle()

    def find(self, css):
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def canvas(self):
        return self.find(".rows > canvas")

    def at(self, x, y):
        """Offsets from the middle of the timeline's canvas, of pixels from its corner."""
        size = self.canvas().size
        return int(x - size["width"] // 2), int(y - size["height"] // 2)

    def mouse(self, *steps):
        """Of ("move", x, y), ("down",), ("up",), ("click",), ("double",), ("wheel", x, y, by), ("shift",), ("unshift",)."""
        chain, canvas = ActionChains(self.driver, duration=20), self.canvas()
        for step in steps:
            if step[0] == "move":
                chain = chain.move_to_element_with_offset(canvas, *self.at(*step[1:]))
            elif step[0] == "wheel":
                chain = chain.scroll_from_origin(webdriver.common.actions.wheel_input.ScrollOrigin.from_element(canvas, *self.at(*step[1:3])), 0, step[3])
            else:
                chain = {"down": chain.click_and_hold, "up": chain.release, "click": chain.click, "double": chain.double_click, "shift": lambda c=chain: c.key_down(Keys.SHIFT),
                         "unshift": lambda c=chain: c.key_up(Keys.SHIFT)}[step[0]]()
        chain.perform()
        self.settle()

    def messages(self):
        """Messages of the console since the last call."""
        return [m["message"] for m in self.driver.get_log("browser") if "favicon" not in m["message"]]

    def table(self, css):
        """Rows of the first table in an element, as texts."""
        return self.js("return [...document.querySelector(arguments[0]).querySelectorAll('tbody tr')].map((r) => [...r.children].map((c) => c.textContent))", css)

    def screenshot(self, path):
        self.driver.save_screenshot(path)
