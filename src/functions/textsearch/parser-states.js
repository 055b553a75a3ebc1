/**
 * The default parser's states: what is tried at each letter, in turn, and what becomes of the token so far. They are
 * PostgreSQL's, since what is a word, an address or a number of a text is decided by what they take back and when.
 *
 *   rule   = test action
 *   test   = a letter; or a class: end, ascii, alpha, digit, hex, alnum, other (not alnum), mark (combining), space,
 *            url (may be in a path), ignored (inside <script>), host, path (a whole one follows), stop (a host only is
 *            wanted), any
 *   action = . go on here            +State go on there           ^State remember this place, go on there
 *            <  back to the place    =State forget the last place, go on there
 *            ~State there, at the same letter                     & forget the last place, stay in its state
 *            !type a token ends here; then Base, or >State; !!type forgets all places; !=type the last one
 *            #tags #hyphen #url #version what else is done
 */
export const STATES = /** @type {Record<string, string>} */ ({
  Base: 'end. <^TagFirst ignored+Space ascii+AsciiWord alpha+Word digit+Unsigned -^SignedFirst +^SignedFirst '
    + '&^EntityFirst ~^Twiddle /^FileFirst .^PathFirstFirst any+Space',
  NumWord: 'end!numword alnum+NumWord mark+NumWord @^Email /^FileFirst .^FileNext -^HyphenNumWordFirst any!numword',
  AsciiWord: 'end!asciiword ascii. .^HostFirstDomain .^FileNext -^HostFirstAN -^HyphenAsciiWordFirst _^HostFirstAN '
    + '@^Email :^ProtocolFirst /^FileFirst digit^Host digit+NumWord alpha+Word mark+Word any!asciiword',
  Word: 'end!word alpha. mark. digit+NumWord -^HyphenWordFirst any!word',
  Unsigned: 'end!uint digit. .^HostFirstDomain .^UDecimalFirst e^MantissaFirst E^MantissaFirst -^HostFirstAN '
    + '_^HostFirstAN @^Email ascii^Host alpha+NumWord mark+NumWord /^FileFirst any!uint',
  SignedFirst: 'end< digit=Signed any<',
  Signed: 'end!int digit. .^DecimalFirst e^MantissaFirst E^MantissaFirst any!int',
  Space: 'end!blank <!blank ignored. -!blank +!blank &!blank /!blank other+Space any!blank',
  UDecimalFirst: 'end< digit=UDecimal any<',
  UDecimal: 'end!float digit+UDecimal .^VersionFirst e^MantissaFirst E^MantissaFirst any!float',
  DecimalFirst: 'end< digit=Decimal any<',
  Decimal: 'end!float digit+Decimal .^VerVersion e^MantissaFirst E^MantissaFirst any!float',
  VerVersion: 'end< digit~SVerVersion#version any<',
  SVerVersion: 'end< digit!!blank>Unsigned any.',
  VersionFirst: 'end< digit=Version any<',
  Version: 'end!version digit+Version .^VersionFirst any!version',
  MantissaFirst: 'end< digit=Mantissa ++MantissaSign -+MantissaSign any<',
  MantissaSign: 'end< digit=Mantissa any<',
  Mantissa: 'end!sfloat digit+Mantissa any!sfloat',
  EntityFirst: 'end< #+EntityNumFirst ascii+Entity :+Entity _+Entity any<',
  Entity: 'end< alnum+Entity :+Entity _+Entity .+Entity -+Entity ;+EntityEnd any<',
  EntityNumFirst: 'end< x+EntityHexFirst X+EntityHexFirst digit+EntityNum any<',
  EntityHexFirst: 'end< hex+EntityHex any<',
  EntityNum: 'end< digit+EntityNum ;+EntityEnd any<',
  EntityHex: 'end< hex+EntityHex ;+EntityEnd any<',
  EntityEnd: 'any!=entity',
  TagFirst: 'end< /^TagCloseFirst !^CommentFirst ?^XmlBegin ascii^TagName :^TagName _^TagName any<',
  XmlBegin: 'end< x+Tag any<',
  TagCloseFirst: 'end< ascii+TagName any<',
  TagName: 'end< /+TagBeginEnd >+TagEnd#tags space+Tag#tags alnum. :. _. .. -. any<',
  TagBeginEnd: 'end< >+TagEnd any<',
  Tag: `end< >+TagEnd#tags '+TagQuoted "+TagDoubleQuoted ascii. digit. =. -. _. #. /. :. .. &. ?. %. ~. `
    + 'space.#tags any<',
  TagQuoted: "end< \\^TagBackslashed '+Tag any+TagQuoted",
  TagDoubleQuoted: 'end< \\^TagBackslashed "+Tag any+TagDoubleQuoted',
  TagBackslashed: 'end< any&',
  TagEnd: 'any!!tag',
  CommentFirst: 'end< -+CommentLast D+Tag d+Tag any<',
  CommentLast: 'end< -+Comment any<',
  Comment: 'end< -+CloseCommentFirst any.',
  CloseCommentFirst: 'end< -+CloseCommentLast any+Comment',
  CloseCommentLast: 'end< -. >+CommentEnd any+Comment',
  CommentEnd: 'any!!tag',
  HostFirstDomain: 'end< ascii+HostDomainSecond digit+Host any<',
  HostDomainSecond: 'end< ascii+HostDomain digit^Host -^HostFirstAN _^HostFirstAN .^HostFirstDomain @^Email any<',
  HostDomain: 'end!!host ascii+HostDomain digit^Host :^PortFirst -^HostFirstAN _^HostFirstAN .^HostFirstDomain '
    + '@^Email digit< stop!!host>UrlPathStart /^Furl any!!host',
  PortFirst: 'end< digit+Port any<',
  Port: 'end!!host digit+Port stop!!host>UrlPathStart /^Furl any!!host',
  HostFirstAN: 'end< digit+Host ascii+Host any<',
  Host: 'end< digit+Host ascii+Host @^Email .^HostFirstDomain -^HostFirstAN _^HostFirstAN any<',
  Email: 'stop< host!!email any<',
  FileFirst: 'end< ascii+File digit+File .+PathFirst _+File ~^Twiddle any<',
  Twiddle: 'end< ascii+File digit+File _+File /+FileFirst any<',
  PathFirst: 'end< ascii+File digit+File _+File .+PathSecond /+FileFirst any<',
  PathFirstFirst: 'end< .+PathSecond /+FileFirst any<',
  PathSecond: 'end!=file /^FileFirst /!=file space!=file any<',
  File: 'end!file ascii+File digit+File .^FileNext _+File -+File /^FileFirst any!file',
  FileNext: 'end< ascii=File digit=File _=File any<',
  UrlPathFirst: 'end< url+UrlPath any<',
  UrlPathStart: 'any+UrlPath',
  UrlPath: 'end!url_path url+UrlPath any!url_path',
  Furl: 'end< path!!url#url any<',
  ProtocolFirst: 'end< /+ProtocolSecond any<',
  ProtocolSecond: 'end< /+ProtocolEnd any<',
  ProtocolEnd: 'any!!protocol',
  HyphenAsciiWordFirst: 'end< ascii+HyphenAsciiWord alpha+HyphenWord digit+HyphenDigits any<',
  HyphenAsciiWord: 'end!!asciihword>ParseHyphen#hyphen ascii+HyphenAsciiWord alpha+HyphenWord mark+HyphenWord '
    + 'digit+HyphenNumWord -^HyphenAsciiWordFirst any!!asciihword>ParseHyphen#hyphen',
  HyphenWordFirst: 'end< alpha+HyphenWord digit+HyphenDigits any<',
  HyphenWord: 'end!!hword>ParseHyphen#hyphen alpha+HyphenWord mark+HyphenWord digit+HyphenNumWord '
    + '-^HyphenWordFirst any!!hword>ParseHyphen#hyphen',
  HyphenNumWordFirst: 'end< alpha+HyphenNumWord digit+HyphenDigits any<',
  HyphenNumWord: 'end!!numhword>ParseHyphen#hyphen alnum+HyphenNumWord mark+HyphenNumWord -^HyphenNumWordFirst '
    + 'any!!numhword>ParseHyphen#hyphen',
  HyphenDigits: 'end< digit+HyphenDigits alpha+HyphenNumWord mark+HyphenNumWord any<',
  ParseHyphen: 'end~Base ascii+HyphenAsciiPart alpha+HyphenPart digit^HyphenUnsigned -^ParseHyphenHyphen any~Base',
  ParseHyphenHyphen: 'end< alnum!=blank>ParseHyphen mark!=blank>ParseHyphen any<',
  HyphenPart: 'end!hword_part alpha+HyphenPart mark+HyphenPart digit+HyphenNumPart any!hword_part>ParseHyphen',
  HyphenAsciiPart: 'end!hword_asciipart ascii+HyphenAsciiPart alpha+HyphenPart mark+HyphenPart '
    + 'digit+HyphenNumPart any!hword_asciipart>ParseHyphen',
  HyphenNumPart: 'end!hword_numpart alnum+HyphenNumPart mark+HyphenNumPart any!hword_numpart>ParseHyphen',
  HyphenUnsigned: 'end< digit. alpha=HyphenNumPart mark=HyphenNumPart any<',
})

/** Alias and description by number, from 1 on. */
export const TOKEN_TYPES = /** @type {[string, string][]} */ ([
  ['asciiword', 'Word, all ASCII'], ['word', 'Word, all letters'], ['numword', 'Word, letters and digits'],
  ['email', 'Email address'], ['url', 'URL'], ['host', 'Host'], ['sfloat', 'Scientific notation'],
  ['version', 'Version number'], ['hword_numpart', 'Hyphenated word part, letters and digits'],
  ['hword_part', 'Hyphenated word part, all letters'], ['hword_asciipart', 'Hyphenated word part, all ASCII'],
  ['blank', 'Space symbols'], ['tag', 'XML tag'], ['protocol', 'Protocol head'],
  ['numhword', 'Hyphenated word, letters and digits'], ['asciihword', 'Hyphenated word, all ASCII'],
  ['hword', 'Hyphenated word, all letters'], ['url_path', 'URL path'], ['file', 'File or path name'],
  ['float', 'Decimal notation'], ['int', 'Signed integer'], ['uint', 'Unsigned integer'], ['entity', 'XML entity'],
])
