/* The page in the user's own browser. */
#ifndef PANJ_WEB_BROWSER_H
#define PANJ_WEB_BROWSER_H

/* Tries to; nothing happens where there is no desktop. */
void browser_open(const char *url);

#endif
