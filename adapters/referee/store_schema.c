#include "adapters/referee/store_schema.h"

#include <stddef.h>

const char *const store_schema[] = {
    "CREATE TABLE match("         /* one row */
    "  game TEXT NOT NULL,"       /* words of newgame */
    "  settings TEXT NOT NULL,"   /* what makes it this match and no other */
    "  players INTEGER NOT NULL," /* 1: every entrant plays every start alone */
    "  games INTEGER NOT NULL,"   /* of an encounter */
    "  rounds INTEGER NOT NULL,"
    "  seed INTEGER NOT NULL);",
    "CREATE TABLE engine("
    "  id INTEGER PRIMARY KEY," /* from 0, in the order of the command line */
    "  name TEXT NOT NULL UNIQUE,"
    "  identity TEXT," /* what it says in `id name` */
    "  command TEXT NOT NULL,"
    "  options TEXT NOT NULL);", /* NAME=VALUE a line */
    "CREATE TABLE opening(id INTEGER PRIMARY KEY, start TEXT NOT NULL);",
    "CREATE TABLE game("
    "  id INTEGER PRIMARY KEY," /* its place in the schedule, from 1 */
    "  round INTEGER NOT NULL,"
    "  pair INTEGER NOT NULL," /* games of one number start alike */
    "  opening INTEGER NOT NULL,"
    "  first INTEGER NOT NULL REFERENCES engine,"
    "  second INTEGER REFERENCES engine," /* NULL: a game for one */
    "  start TEXT,"                       /* FEN; NULL: it never came so far */
    "  opening_plies INTEGER NOT NULL,"
    "  plies INTEGER NOT NULL,"
    "  result TEXT NOT NULL CHECK(result IN ('1-0','0-1','1/2-1/2','*')),"
    "  verdict TEXT NOT NULL,"
    "  reason TEXT NOT NULL,"
    "  score TEXT NOT NULL,"   /* numbers in player order */
    "  first_latency INTEGER," /* microseconds from isready to readyok */
    "  second_latency INTEGER,"
    "  finished TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);",
    "CREATE TABLE move("
    "  game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,"
    "  ply INTEGER NOT NULL," /* from 1 */
    "  word TEXT NOT NULL,"
    "  mover INTEGER,"            /* 1, 2, 0 chance, NULL opening */
    "  time INTEGER,"             /* microseconds */
    "  kind TEXT, score INTEGER," /* as the engine says: cp, mate, pts, wp */
    "  depth INTEGER, nodes INTEGER,"
    "  PRIMARY KEY(game, ply)) WITHOUT ROWID;",
    "CREATE TABLE incident("
    "  id INTEGER PRIMARY KEY,"
    "  game INTEGER,"   /* NULL: between games */
    "  engine INTEGER," /* NULL: the arbiter */
    "  verdict TEXT NOT NULL,"
    "  what TEXT NOT NULL,"
    "  transcript TEXT);", /* a shell command that shows it */
    NULL};
