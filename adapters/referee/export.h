/* Games of a store as text, and back. */
#ifndef PANJ_REFEREE_EXPORT_H
#define PANJ_REFEREE_EXPORT_H

/* Verbs of the command line; they return the exit status. */
int export_run(int count, char **words);
int import_run(int count, char **words);

#endif
