/* The tables of a store. */
#ifndef PANJ_REFEREE_STORE_SCHEMA_H
#define PANJ_REFEREE_STORE_SCHEMA_H

/* In pieces, each a statement or more: C promises no longer strings. */
extern const char *const store_schema[];

#endif
