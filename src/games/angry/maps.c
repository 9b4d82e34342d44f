/* Start maps that ship with the engine, from easy to hard; the last two have a bird. Each has eight eggs and eight pigs, so that the
 * score begins at 0. */
#include "games/angry/angry.h"

const char *const angry_maps[] = {
    /* meadow: open ground, the queen far away */
    "HTTETTTP/"
    "TRTTERTT/"
    "TTEPTTET/"
    "TTTTTTTP/"
    "PETTRTTT/"
    "TTTPTTTP/"
    "TRETERTT/"
    "PTPTTESQ",
    /* orchard: eggs in a walled garden, the slingshot behind the queen */
    "HTTTTTTTTP/"
    "TRRTTPRRTT/"
    "TRETTTERTT/"
    "TRTERTTRPT/"
    "TPTTETTTTT/"
    "TRTERETRTT/"
    "TRETTTERTT/"
    "TRRPTRRRTP/"
    "PTTTTTTTQT/"
    "TTPTTTTTTS",
    /* canyon: three gorges, and pigs that stop the gaps */
    "ETTTTRTTTTTE/"
    "TTRTTRTTRTTT/"
    "HTRTTPTTRTTE/"
    "TTRTTRTTRTTT/"
    "ETRTERTTRPRR/"
    "RPRRRRTTRTTT/"
    "TTTTTPTTTTTS/"
    "RRRPRRRRTRRT/"
    "ETTTTTTRTTTT/"
    "TTRTTETRTPTQ/"
    "PTRTTTTTTTTT/"
    "TTRETTTRTTTP",
    /* fortress: 16x16, the slingshot in the innermost court */
    "HTTTTTTTTTTTTTTT/"
    "TRRRRRRTTRRRRRRT/"
    "TRETTTTTTTTTTERT/"
    "TRTRRRRTTRRRRTRT/"
    "TRTRTTTTTTTTRTRT/"
    "TRTRTRRPRRRTRTRT/"
    "TTTRTRTTTTRTRTTT/"
    "TPTTTRTRRTRTTTTT/"
    "TTTTTPTRSTRTTTTT/"
    "TTTRTRTRRTRTRTTT/"
    "TRTRTRTTTTPTRTRT/"
    "TRTRTRRRPRRTRTRT/"
    "TRTRTTETTETTRTRT/"
    "TRTRRRRTTRRRRTRT/"
    "TRETPTTTTTTPTERT/"
    "ETRRRRRPTRRRREQT",
    /* dovecote: a bird, and alcoves that she can stop behind the hen */
    "HTTPTTTTET/"
    "TRRTTETTRT/"
    "TETTRTTTTE/"
    "TTRTTRSTTP/"
    "PTTTTRRTET/"
    "TTETTTTRTT/"
    "TERTTPTTTT/"
    "TRTTTTPTTT/"
    "TRTBTPTTRT/"
    "PTTREPTRTQ",
    /* rookery: a bird, courts with one door, the slingshot in a blind alley */
    "HTTTTRTTTTTE/"
    "TRRRTRTRRRTT/"
    "TETRTTTRETTP/"
    "TTTRRTRRTTRT/"
    "PTTTTTTTTTRT/"
    "TRRTRRRTRTTT/"
    "TETTRSTTRTET/"
    "TRRTRRRTRRTT/"
    "PTTTTTTTTTTP/"
    "TTRRTRRTRRTT/"
    "TETTTPETTTTP/"
    "ETPTBTTRTPTQ",
};
