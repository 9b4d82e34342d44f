/* What can be said of a finished match, and whether it was played right. */
#ifndef PANJ_REFEREE_REPORT_H
#define PANJ_REFEREE_REPORT_H

/* Verbs of the command line; they return the exit status. */
int report_run(int count, char **words);
int check_run(int count, char **words);

#endif
