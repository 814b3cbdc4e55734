/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists in the shapes of FreeRTOS's, with its names. */
#ifndef LIST_H
#define LIST_H

#include <FreeRTOS.h>

typedef struct xLIST_ITEM {
    TickType_t xItemValue;
    struct xLIST_ITEM *pxNext, *pxPrevious;
    void *pvOwner;
    struct xLIST *pxContainer;
} ListItem_t;

typedef struct xMINI_LIST_ITEM {
    TickType_t xItemValue;
    struct xLIST_ITEM *pxNext, *pxPrevious;
} MiniListItem_t;

typedef struct xLIST {
    volatile UBaseType_t uxNumberOfItems;
    ListItem_t *pxIndex;
    MiniListItem_t xListEnd;
} List_t;

static inline void vListInitialise(List_t *list)
{
    list->pxIndex = list->xListEnd.pxNext = list->xListEnd.pxPrevious = (ListItem_t *)&list->xListEnd;
}

static inline void uxListRemove(ListItem_t *item)
{
    if (item->pxContainer != NULL) {
        item->pxNext->pxPrevious = item->pxPrevious;
        item->pxPrevious->pxNext = item->pxNext;
        item->pxContainer->uxNumberOfItems = item->pxContainer->uxNumberOfItems - 1;
        item->pxContainer = NULL;
    }
}

static inline void vListInsertEnd(List_t *list, ListItem_t *item)
{
    item->pxNext = (ListItem_t *)&list->xListEnd;
    item->pxPrevious = list->xListEnd.pxPrevious;
    item->pxPrevious->pxNext = list->xListEnd.pxPrevious = item;
    item->pxContainer = list;
    list->uxNumberOfItems = list->uxNumberOfItems + 1;
}

#endif
