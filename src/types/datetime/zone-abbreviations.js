/**
 * Time zone abbreviations of PostgreSQL's default set. Most stand for one offset; a few for a zone whose offset has
 * changed, and mean what that zone had then.
 */

const QUARTER = 900

/** Quarter hours east of Greenwich, D behind those of daylight saving time. */
const FIXED = 'eat 12 sast 8 wat 4 act -20 akdt -32D akst -36 bot -16 bra -12 brst -8D brt -12 cot -20 cdt -20D clst -12D cst -24 edt -16D egst 0D egt -4 est -20 fnt -8 fnst -4D '
  + 'gft -12 mdt -24D mst -28 ndt -10D nft -14 nst -14 pet -20 pdt -28D pmdt -8D pmst -12 pst -32 pyst -12D uyst -8D uyt -12 wgst -8D wgt -12 ddut 40 aft 18 almt 24 almst 28D '
  + 'amt -16 bdt 24 bnt 32 bort 32 btt 24 cct 32 hkt 32 ict 28 idt 12D irt 14 ist 8 jayt 36 jst 36 kdt 40D kgst 24D kst 36 mmt 26 myt 32 npt 23 pht 32 pkt 20 pkst 24D tjt 20 '
  + 'ulast 36D uzst 24D uzt 20 xjt 24 yekst 24D adt -12D ast -16 azost 0D azot -4 acsst 42D acdt 42D acst 38 acwst 35 aesst 44D aedt 44D aest 40 awsst 36D awst 32 cadt 42D '
  + 'cast 38 lhst 42 ligt 40 nzt 48 sadt 42D wadt 32D wast 28 wdt 36D gmt 0 uct 0 ut 0 utc 0 z 0 zulu 0 bst 4D bdst 8D cest 8D cet 4 cetdst 8D eest 12D eet 8 eetdst 12D fet 12 '
  + 'mest 8D mesz 8D met 4 metdst 8D mez 4 msd 16D wet 0 wetdst 4D cxt 28 mut 16 must 20D mvt 20 ret 16 sct 16 tft 20 chadt 55D chast 51 chut 40 fjst 52D fjt 48 galt -24 '
  + 'gamt -36 gilt 48 hst -40 mart -38 mht 48 mpt 40 nzdt 52D nzst 48 pgt 40 pont 44 pwt 36 taht -40 tot 52 trut 40 tvt 48 vut 44 wakt 48 wft 48 yapt 40'

const MOVED = 'art America/Argentina/Buenos_Aires arst America/Argentina/Buenos_Aires clt America/Santiago gyt America/Guyana pyt America/Asuncion vet America/Caracas '
  + 'davt Antarctica/Davis mawt Antarctica/Mawson amst Asia/Yerevan anast Asia/Anadyr anat Asia/Anadyr azst Asia/Baku azt Asia/Baku gest Asia/Tbilisi get Asia/Tbilisi '
  + 'irkst Asia/Irkutsk irkt Asia/Irkutsk kgt Asia/Bishkek krast Asia/Krasnoyarsk krat Asia/Krasnoyarsk lkt Asia/Colombo magst Asia/Magadan magt Asia/Magadan '
  + 'novst Asia/Novosibirsk novt Asia/Novosibirsk omsst Asia/Omsk omst Asia/Omsk petst Asia/Kamchatka pett Asia/Kamchatka sgt Asia/Singapore tmt Asia/Ashgabat '
  + 'ulat Asia/Ulaanbaatar vlast Asia/Vladivostok vlat Asia/Vladivostok yakst Asia/Yakutsk yakt Asia/Yakutsk yekt Asia/Yekaterinburg fkst Atlantic/Stanley '
  + 'fkt Atlantic/Stanley lhdt Australia/Lord_Howe msk Europe/Moscow volt Europe/Volgograd iot Indian/Chagos ckt Pacific/Rarotonga easst Pacific/Easter east Pacific/Easter '
  + 'kost Pacific/Kosrae lint Pacific/Kiritimati nut Pacific/Niue tkt Pacific/Fakaofo'

/** @typedef {{ offset: number, daylight: boolean }} FixedAbbreviation seconds east */

/** @type {Map<string, FixedAbbreviation>} */
export const FIXED_ABBREVIATIONS = new Map()
/** Abbreviation -> IANA name. @type {Map<string, string>} */
export const MOVED_ABBREVIATIONS = new Map()

const fixed = FIXED.split(' ')
for (let at = 0; at < fixed.length; at += 2)
  FIXED_ABBREVIATIONS.set(fixed[at], {
    offset: parseInt(fixed[at + 1], 10) * QUARTER,
    daylight: fixed[at + 1].endsWith('D'),
  })
const moved = MOVED.split(' ')
for (let at = 0; at < moved.length; at += 2) MOVED_ABBREVIATIONS.set(moved[at], moved[at + 1])

/** @param {string} word lower case @returns {FixedAbbreviation | undefined} */
export const abbreviationOffset = (word) => FIXED_ABBREVIATIONS.get(word)
