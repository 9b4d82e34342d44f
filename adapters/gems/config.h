/* The course's config.json. */
#ifndef PANJ_GEMS_CONFIG_H
#define PANJ_GEMS_CONFIG_H

#include <stddef.h>

#include "adapters/gems/settings.h"

/* Reads the file into the settings; false with the reason. Keys it does not know are passed over. */
bool config_read(struct settings *, const char *path, char *why, size_t size);
/* The same of a text; `folder` is where its map is looked for, too. */
bool config_read_text(struct settings *, const char *text, size_t length, const char *folder, char *why,
                      size_t size);

#endif
