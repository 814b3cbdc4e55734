# SPDX-License-Identifier: BSD-2-Clause
"""Open a page in Debian's Chromium, evaluate scripts in it, and send real key presses and mouse events."""
import os
import shutil
import sys
import time

try:
    from selenium import webdriver
except ImportError:  # Debian installs it for /usr/bin/python3 only
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
    """@return a message if the browser or selenium isn't installed, else None"""
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
            options.add_experimental_option("prefs", {"download.default_directory": folder, "profile.default_content_setting_values.automatic_downloads": 1})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_script_timeout(60)

    def close(self):
        self.driver.quit()

    def open(self, path, wait=40):
        """Open a page and wait until it is drawn. @return its error message, or None"""
        self.driver.get("about:blank")
        self.driver.get(path if "://" in path else "file://" + os.path.abspath(path))
        self.until("return window.spoorTest && spoorTest.ready", wait)
        self.settle()
        return self.js("return spoorTest.failed || null")

    def js(self, text, *arguments):
        return self.driver.execute_script("const app = window.spoorTest?.app, S = app?.store, T = app?.timeline; " + text, *arguments)

    def until(self, text, wait=40):
        end = time.monotonic() + wait
        while not self.js(text):
            if time.monotonic() > end:
                return False
            time.sleep(0.03)
        return True

    def settle(self):
        """Wait until the engine has answered and the next frames were drawn."""
        self.until("return !window.spoorTest?.app?.test.busy()", 40)
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
        """Convert pixels from the corner of the timeline's canvas to offsets from its middle, as selenium needs them."""
        size = self.canvas().size
        return int(x - size["width"] // 2), int(y - size["height"] // 2)

    def mouse(self, *steps):
        """
        Send mouse events to the timeline's canvas: ("move", x, y), ("down",), ("up",), ("click",), ("double",),
        ("wheel", x, y, by), ("shift",), ("unshift",).
        """
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
        """@return the browser console's messages since the last call"""
        return [m["message"] for m in self.driver.get_log("browser") if "favicon" not in m["message"]]

    def table(self, css):
        """@return the rows of the first table in an element, as lists of strings. Waits for the element."""
        self.until(f"return document.querySelector({css!r})")
        return self.js("return [...document.querySelector(arguments[0]).querySelectorAll('tbody tr')].map((r) => [...r.children].map((c) => c.textContent))", css)

    def screenshot(self, path):
        self.driver.save_screenshot(path)
