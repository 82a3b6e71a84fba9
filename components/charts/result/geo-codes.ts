import type { Locale } from '@/lib/i18n/locales';

/** ISO 3166-1 alpha-3 to alpha-2, packed; numeric codes are understood by Intl itself. */
const PACKED =
  'ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT AZEAZ BDIBI BELBE BENBJ ' +
  'BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO BRABR BRBBB BRNBN BTNBT BVTBV BWABW CAFCF CANCA ' +
  'CCKCC CHECH CHLCL CHNCN CIVCI CMRCM CODCD COGCG COKCK COLCO COMKM CPVCV CRICR CUBCU CUWCW CXRCX CYMKY CYPCY CZECZ DEUDE ' +
  'DJIDJ DMADM DNKDK DOMDO DZADZ ECUEC EGYEG ERIER ESHEH ESPES ESTEE ETHET FINFI FJIFJ FLKFK FRAFR FROFO FSMFM GABGA GBRGB ' +
  'GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR GRDGD GRLGL GTMGT GUFGF GUMGU GUYGY HKGHK HMDHM HNDHN HRVHR ' +
  'HTIHT HUNHU IDNID IMNIM INDIN IOTIO IRLIE IRNIR IRQIQ ISLIS ISRIL ITAIT JAMJM JEYJE JORJO JPNJP KAZKZ KENKE KGZKG KHMKH ' +
  'KIRKI KNAKN KORKR KWTKW LAOLA LBNLB LBRLR LBYLY LCALC LIELI LKALK LSOLS LTULT LUXLU LVALV MACMO MAFMF MARMA MCOMC MDAMD ' +
  'MDGMG MDVMV MEXMX MHLMH MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA ' +
  'NCLNC NERNE NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ OMNOM PAKPK PANPA PCNPN PERPE PHLPH PLWPW PNGPG POLPL ' +
  'PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA REURE ROURO RUSRU RWARW SAUSA SDNSD SENSN SGPSG SGSGS SHNSH SJMSJ SLBSB SLESL ' +
  'SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR SVKSK SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC TCDTD TGOTG THATH TJKTJ ' +
  'TKLTK TKMTM TLSTL TONTO TTOTT TUNTN TURTR TUVTV TWNTW TZATZ UGAUG UKRUA UMIUM URYUY USAUS UZBUZ VATVA VCTVC VENVE VGBVG ' +
  'VIRVI VNMVN VUTVU WLFWF WSMWS YEMYE ZAFZA ZMBZM ZWEZW XKXXK';
const ALPHA3 = new Map(PACKED.split(' ').map((pair) => [pair.slice(0, 3), pair.slice(3)]));

/** Alpha-2 codes of all countries and regions. */
export const COUNTRIES: readonly string[] = [...new Set(ALPHA3.values())].sort();

const NOWHERE = new Set(['', '-', '--', 'XX', 'ZZ', 'T1', 'A1', 'A2', 'O1', 'AP', 'EU', 'LAN']);

/** Alpha-2 code of a country in any of the ISO forms, `CN-31` for a province; null for what is no place. */
export function countryCode(raw: string | null): string | null {
  const code = (raw ?? '').trim().toUpperCase();
  if (NOWHERE.has(code)) return null;
  if (/^\d{3}$/.test(code)) return new Intl.Locale(`und-${code}`).region ?? null;
  if (/^[A-Z]{3}$/.test(code)) return ALPHA3.get(code) ?? null;
  return /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/.test(code) ? code : null;
}

// Product wording, in place of the long official names of the locale data.
const ZH: Record<string, string> = { TW: '中国台湾', HK: '中国香港', MO: '中国澳门' };
const EN: Record<string, string> = { HK: 'Hong Kong', MO: 'Macao' };

/** Name of a country or region in the reader's language; the code itself when there is none. */
export function countryName(code: string, locale: Locale): string {
  const country = code.slice(0, 2);
  const own = (locale.startsWith('zh') ? ZH : EN)[country];
  const name = own ?? new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(country) ?? country;
  return code.length > 2 ? `${name} ${code.slice(3)}` : name;
}
