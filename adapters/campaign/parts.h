/* The folder of proofs: each file has the name of its SHA-256, so that it says itself whether it is whole. */
#ifndef PANJ_CAMPAIGN_PARTS_H
#define PANJ_CAMPAIGN_PARTS_H

#include "adapters/campaign/ground.h"
#include "adapters/wire/sha256.h"

/* Makes the folder if it is not there. Fails if that cannot be. */
void parts_make_folder(const char *folder);
/* Moves `path` to its place in the folder, on the disk when this returns; `name` is that of its bytes. */
bool parts_keep(const char *folder, const char *path, char name[SHA256_NAME]);
/* FOLDER/NAME.proof */
void parts_path(const char *folder, const char *name, struct string *path);
bool parts_is_name(const char *name);
/* FOLDER/WORDS.table, where what is known of an unfinished proof of the position stands. */
void parts_table_path(const char *folder, const char *position, struct string *path);

#endif
