"""One small board of our own in every format that can be imported.

Two powers; Cape has two coasts, Hill lies inland, Bay and Gulf are seas, Rock is an island.
"""

from pathlib import Path

ARMY = {("har", "hil"), ("hil", "har"), ("hil", "cap"), ("cap", "hil"), ("cap", "tow")} | {
    ("tow", "cap"),
    ("tow", "har"),
    ("har", "tow"),
}
FLEET_ONE_WAY = {
    *(("har", "bay"), ("bay", "cap/nc"), ("har", "tow"), ("tow", "cap/sc"), ("tow", "gul")),
    *(("cap/sc", "gul"), ("bay", "roc"), ("gul", "roc"), ("har", "gul")),
}
FLEET = FLEET_ONE_WAY | {(b, a) for a, b in FLEET_ONE_WAY}
KINDS = {
    **dict.fromkeys(("har", "cap", "tow", "roc"), "coast"),
    **{"hil": "inland", "bay": "sea", "gul": "sea"},
}
CENTERS = {"har", "tow", "cap", "roc"}

INSTALL = """<?php
// Borders of a toy (not ' ended).
$territoryRawData=array(
  array('Harbor', 'Coast', 'Yes', 1, 10, 20, 5, 10),
  array('Hill', 'Land', 'No', 0, 20, 10, 10, 5),
  array('Cape', "Coast", 'Yes', 0, 30, 10, 15, 5),
  array('Cape (North Coast)', 'Coast', 'No', 0, 30, 5, 15, 2),
  array('Cape (South Coast)', 'Coast', 'No', 0, 30, 15, 15, 7),
  array('Tower', 'Coast', 'Yes', 2, 20, 30, 10, 15),
  array('Bay', 'Sea', 'No', 0, 15, -5, 7, 0),
  array('Gulf', 'Sea', 'No', 0, 35, 35, 17, 17),
  array('Rock', 'Coast', 'Yes', 0, 50, 15, 25, 7)
);
$bordersRawData=array(
  array('Harbor','Hill','No','Yes'), array('Hill','Cape','No','Yes'),
  array('Cape','Tower','No','Yes'), array('Tower','Harbor','Yes','Yes'),
  array('Harbor','Bay','Yes','No'), array('Bay','Cape (North Coast)','Yes','No'),
  array('Tower','Cape (South Coast)','Yes','No'), array('Tower','Gulf','Yes','No'),
  array('Cape (South Coast)','Gulf','Yes','No'), array('Bay','Rock','Yes','No'),
  array('Gulf','Rock','Yes','No'), array('Harbor','Gulf','Yes','No')
);
foreach($bordersRawData as $row) { new Border($row); }
?>
"""
VARIANT = """<?php
class ToyVariant extends WDVariant {
  public $name='Toy'; public $fullName='Toy\\'s Tale'; public $author='A. Nobody';
  public $countries=array('Red', 'Blue');
  public function __construct() {
    $this->variantClasses['adjudicatorPreGame'] = 'Toy';
    $this->supplyCenterTarget = 3;
  }
  public function turnAsDate($turn) { return (floor($turn/2) + 1844); }
}
"""
PREGAME = """<?php
class BuildAnywhere_processOrderBuilds extends processOrderBuilds {}
class Toy_adjudicatorDiplomacy extends adjudicatorDiplomacy {}
class ToyVariant_adjudicatorPreGame extends adjudicatorPreGame {
  protected $countryUnits = array(
    'Red' => array('Harbor' => 'Fleet'), 'Blue' => array('Tower' => 'Army'),
    'Neutral units' => array('Cape' => 'Army')
  );
}
"""
DOTMAP = """# A toy
USE toy.politics
BEGIN SPRING 1844 MOVEMENT
VICTORY 3
RULE BUILD_ANY SOMETHING_ODD
Harbor = har harbour
Hill = hil
Cape = cap
Cape (North Coast) = cap/nc
Cape (South Coast) = cap/sc
Tower = tow
Bay = bay
Gulf = gul
Rock = roc
COAST HAR ABUTS hil TOW BAY GUL
LAND HIL ABUTS HAR CAP
COAST cap ABUTS HIL TOW
COAST CAP/NC ABUTS BAY
COAST CAP/SC ABUTS TOW GUL
COAST TOW ABUTS HAR cap CAP/SC GUL
WATER BAY ABUTS HAR CAP/NC ROC
WATER GUL ABUTS HAR TOW CAP/SC ROC
COAST ROC ABUTS BAY GUL
"""
POLITICS = """RED (CRIMSON) HAR
F HAR
BLUE (AZURE) TOW
A TOW
UNOWNED CAP ROC
"""
MDF = """MDF (RED BLU)
(((RED har)(BLU tow)(UNO cap roc)) (hil bay gul))
((har(AMY hil tow)(FLT bay tow gul))
 (hil(AMY har cap))
 (cap(AMY hil tow)((FLT NCS) bay)((FLT SCS) tow gul))
 (tow(AMY cap har)(FLT har (cap scs) gul))
 (bay(FLT har (cap ncs) roc))
 (gul(FLT tow (cap scs) roc har))
 (roc(AMY)(FLT bay gul)))
"""
NOW = "NOW (SPR 1844) (RED FLT HAR) (BLU AMY TOW)\n"
NAM = "RED:Red:Crimson\nBLU:Blue:Azure\n\nHAR:Harbor\nCAP:Cape\n"
NJUDGE = """# A toy
Harbor, R har harbour
Hill,   l hil
Cape,   x cap
Tower,  B tow
Bay,    w bay
Gulf,   w gul
Rock,   x roc
Moor,   l moo
-1
har-mv: hil tow
har-xc: bay tow gul
hil-mv: har cap
cap-mv: hil tow
cap-nc: bay
cap-sc: tow gul
tow-mv: cap har
tow-xc: har cap/sc gul
bay-xc: har cap/nc roc
gul-xc: tow cap/sc roc har
roc-xc: bay gul
moo-mv: moo
-1
Railway
TR:R har hil cap
-1
Gateway
SC:har bay gul
-1
"""
SEED = "S1844M\nR: F Harbor\nB: A Tower\n-1\n"
REPORT = "\nStarting position for Spring of 1844.\n\nRed: Fleet Harbor.\nBlue: Army  Tower.\n"
VARIANTS = """<?xml version="1.0"?>
<VARIANTS><VARIANT name="Toy" version="1">
<MAP adjacencyURI="toy_adjacency.xml"/>
<RULEOPTIONS><RULEOPTION name="OPTION_BUILDS" value="VALUE_BUILDS_ANY_OWNED"/></RULEOPTIONS>
<POWER name="Red" adjective="Crimson" altnames="scarlet, ruby"/>
<POWER name="Blue" adjective="Azure"/>
<STARTINGTIME turn="Spring, 1844, Movement"/>
<VICTORYCONDITIONS><WINNING_SUPPLY_CENTERS value="3"/></VICTORYCONDITIONS>
<SUPPLYCENTER province="har" homepower="scarlet" owner="red"/>
<SUPPLYCENTER province="tow" homepower="blue" owner="blue"/>
<SUPPLYCENTER province="cap"/><SUPPLYCENTER province="roc"/>
<INITIALSTATE province="har" power="red" unit="fleet"/>
<INITIALSTATE province="tow" power="blue" unit="army"/>
</VARIANT></VARIANTS>
"""
ADJACENCY = """<?xml version="1.0"?>
<PROVINCES>
<BORDER_DEFINITIONS><BORDER id="b" from="hil" description="" baseMoveModifier="-1"/>
<BORDER id="c" from="cap" season="fall"/><BORDER id="d" from="roc" season="fall"/>
<BORDER id="e" from="bay" season="Fall"/><BORDER id="f" season="spring"/></BORDER_DEFINITIONS>
<PROVINCE shortname="har" fullname="Harbor"><UNIQUENAME name="haven"/>
<ADJACENCY type="mv" refs="hil tow"/><ADJACENCY type="xc" refs="bay tow gul"/></PROVINCE>
<PROVINCE shortname="hil" fullname="Hill"><ADJACENCY type="mv" refs="haven cap"/></PROVINCE>
<PROVINCE shortname="cap" fullname="Cape" borders="b"><ADJACENCY type="mv" refs="hil tow"/>
<ADJACENCY type="nc" refs="bay"/><ADJACENCY type="sc" refs="tow gul"/></PROVINCE>
<PROVINCE shortname="tow" fullname="Tower" borders="c"><ADJACENCY type="mv" refs="cap har"/>
<ADJACENCY type="xc" refs="har cap-sc gul"/></PROVINCE>
<PROVINCE shortname="bay" fullname="Bay" borders="d">
<ADJACENCY type="xc" refs="har cap-nc roc"/></PROVINCE>
<PROVINCE shortname="gul" fullname="Gulf" borders="f">
<ADJACENCY type="xc" refs="tow cap/sc roc har"/></PROVINCE>
<PROVINCE shortname="roc" fullname="Rock" borders="e"><ADJACENCY type="mv" refs=""/>
<ADJACENCY type="xc" refs="bay gul"/></PROVINCE>
</PROVINCES>
"""
SVG = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:jdipNS="jdip" viewBox="0 0 100 100">
<!-- Copyright nobody;
     share it as you like -->
<jdipNS:PROVINCE_DATA><jdipNS:PROVINCE name="har"><jdipNS:UNIT x="10" y="20"/>
</jdipNS:PROVINCE></jdipNS:PROVINCE_DATA>
<g id="MapLayer" transform="translate(-10 5) scale(.5)">
  <path id="_bay" d="M20-10h200v60H20z"/>
  <g id="_gul"><rect x="20" y="130" width="200" height="60"/>
    <polygon points="146,85 220,85 220,135 148,135"/></g>
  <path id="_har" d="m20 50 h40 v80 h-40 Z"/>
  <path id="_hil" transform="matrix(1 0 0 1 0 2)" d="M61,60 C70 60 90,60 99 60v20Q80 80 61 80z"/>
  <path id="_cap" d="M100 50 S110 49.5 132 50 V130 T100 130z"/>
  <path id="_tow" d="M60.5 90 a1 1 0 0 1 39 0 v40 h-39z"/>
  <polygon id="_roc" points="148,50 221,50 221,90 148,90"/>
  <path id="shadow" d="M132 50 h16 v80 h-16z"/>
</g>
<g id="UnitLayer"><rect id="_har" width="5" height="5"/></g></svg>
"""
DRAFT = """{"name": "Draft", "description": "", "author": "A. Nobody", "version": "1.0.0",
"soloVictorySCCount": 2, "dimensions": {"width": 40, "height": 30},
"nations": [{"id": "red", "name": "Red", "color": "#f00"}],
"provinces": [
{"id": "har", "name": "Harbor", "type": "coastal", "path": "M0 0H10V20H0Z", "homeNation": "red",
 "supplyCenter": true, "startingUnit": {"type": "Fleet"}, "adjacencies": ["cap", "bay"]},
{"id": "cap", "name": "Cape", "type": "namedCoasts", "path": "M10 0H30V20H10Z",
 "homeNation": null, "supplyCenter": true, "startingUnit": null, "adjacencies": ["har", "inn"]},
{"id": "inn", "name": "Inn", "type": "land", "path": "M30 0H40V20H30Z", "homeNation": null,
 "supplyCenter": false, "startingUnit": null, "adjacencies": ["cap"]},
{"id": "bay", "name": "Bay", "type": "sea", "path": "M0 20H30V30H0Z", "homeNation": null,
 "supplyCenter": false, "startingUnit": null, "adjacencies": ["har", "cap/sc"]}],
"namedCoasts": [{"id": "cap/sc", "name": "South", "parentId": "cap", "path": "M10 20H30",
 "adjacencies": ["bay", "har"]}]}
"""
DVAR = """{"schemaVersion": 1, "id": "toy", "name": "Toy", "description": "", "author": "A. Nobody",
"victoryConditions": [{"type": "supply-center-majority", "supplyCenters": 3},
{"type": "timed-resolution", "year": 1860, "resolution": "shared-draw"}],
"adjudicationModifiers": ["allow-builds-in-non-home-centers", "something-odd"],
"phaseProgression": {"seasons": ["Spring", "Fall"], "transitions": []},
"nations": [{"id": "red", "name": "Red", "color": "#ff0000"},
            {"id": "blue", "name": "Blue", "color": "#0000ff"}],
"provinces": [
{"id": "har", "name": "Harbor", "type": "coastal", "supplyCenter": true, "homeNation": "red",
 "adjacencies": [{"to": "hil", "pass": "army"}, {"to": "tow", "pass": "both"},
                 {"to": "bay", "pass": "fleet"}, {"to": "gul", "pass": "fleet"}]},
{"id": "hil", "name": "Hill", "type": "land", "supplyCenter": false,
 "adjacencies": [{"to": "har", "pass": "army"}, {"to": "cap", "pass": "army"}]},
{"id": "cap", "name": "Cape", "type": "land", "supplyCenter": true,
 "adjacencies": [{"to": "hil", "pass": "army"}, {"to": "tow", "pass": "army"}]},
{"id": "tow", "name": "Tower", "type": "coastal", "supplyCenter": true, "homeNation": "blue",
 "adjacencies": [{"to": "har", "pass": "both"}, {"to": "cap", "pass": "army"},
                 {"to": "cap/sc", "pass": "fleet"}, {"to": "gul", "pass": "fleet"}]},
{"id": "bay", "name": "Bay", "type": "sea", "supplyCenter": false,
 "adjacencies": [{"to": "har", "pass": "fleet"}, {"to": "cap/nc", "pass": "fleet"},
                 {"to": "roc", "pass": "fleet"}]},
{"id": "gul", "name": "Gulf", "type": "sea", "supplyCenter": false,
 "adjacencies": [{"to": "tow", "pass": "fleet"}, {"to": "cap/sc", "pass": "fleet"},
                 {"to": "roc", "pass": "fleet"}, {"to": "har", "pass": "fleet"}]},
{"id": "roc", "name": "Rock", "type": "coastal", "supplyCenter": true,
 "adjacencies": [{"to": "bay", "pass": "fleet"}, {"to": "gul", "pass": "fleet"}]}],
"namedCoasts": [
{"id": "cap/nc", "name": "Cape (NC)", "parentProvince": "cap",
 "adjacencies": [{"to": "bay", "pass": "fleet"}]},
{"id": "cap/sc", "name": "Cape (SC)", "parentProvince": "cap",
 "adjacencies": [{"to": "tow", "pass": "fleet"}, {"to": "gul", "pass": "fleet"}]}],
"initialState": {"phase": {"season": "Spring", "year": 1844, "type": "Movement"},
"units": [{"nation": "red", "type": "Fleet", "location": "har"},
          {"nation": "blue", "type": "Army", "location": "tow"}],
"supplyCenters": [{"nation": "red", "province": "har"}, {"nation": "blue", "province": "tow"}]}}
"""

FILES: dict[str, dict[str, str]] = {
    "webdiplomacy": {
        "Toy/install.php": INSTALL,
        "Toy/variant.php": VARIANT,
        "Toy/classes/adjudicatorPreGame.php": PREGAME,
    },
    "map": {"toy.map": DOTMAP, "toy.politics": POLITICS},
    "daide": {"toy.mdf": MDF, "toy.now": NOW, "toy.nam": NAM},
    "njudge": {"map.toy": NJUDGE, "seed.toy": SEED, "report.toy": REPORT},
    "jdip": {"toy/variants.xml": VARIANTS, "toy/toy_adjacency.xml": ADJACENCY, "toy/t.svg": SVG},
    "dvar": {"toy.json": DVAR},
}
"""The files of every format."""


def lay_out(form: str, folder: Path) -> Path:
    """Write the files of a format into a folder, and say where they lie."""
    for name, text in FILES[form].items():
        file = folder / form / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder / form
