/** Rows of sql_features in a new database; made by scripts/extract-catalog.js, which describes the format. */
export const SQL_FEATURES = {
  columns: 'feature_id feature_name sub_feature_id sub_feature_name is_supported is_verified_by comments',
  types: [1043, 1043, 1043, 1043, 1043, 1043, 1043],
  defaults: 'E061\tBasic predicates and search conditions\t\\E\t\\E\tYES\t\\N\t\\E',
  count: 714,
  rows: `B011	Embedded Ada			NO
B012	Embedded C
B013	Embedded COBOL			NO
B014	Embedded Fortran			NO
B015	Embedded MUMPS			NO
B016	Embedded Pascal			NO
B017	Embedded PL/I			NO
B021	Direct SQL
B031	Basic dynamic SQL			NO
B032	Extended dynamic SQL			NO
B032	Extended dynamic SQL	01	<describe input statement>	NO
B033	Untyped SQL-invoked function arguments			NO
B034	Dynamic specification of cursor attributes			NO
B035	Non-extended descriptor names			NO
B041	Extensions to embedded SQL exception declarations			NO
B051	Enhanced execution rights			NO
B111	Module language Ada			NO
B112	Module language C			NO
B113	Module language COBOL			NO
B114	Module language Fortran			NO
B115	Module language MUMPS			NO
B116	Module language Pascal			NO
B117	Module language PL/I			NO
B121	Routine language Ada			NO
B122	Routine language C			NO
B123	Routine language COBOL			NO
B124	Routine language Fortran			NO
B125	Routine language MUMPS			NO
B126	Routine language Pascal			NO
B127	Routine language PL/I			NO
B128	Routine language SQL
B200	Polymorphic table functions			NO
B201	More than one PTF generic table parameter			NO
B202	PTF Copartitioning			NO
B203	More than one copartition specification			NO
B204	PRUNE WHEN EMPTY			NO
B205	Pass-through columns			NO
B206	PTF descriptor parameters			NO
B207	Cross products of partitionings			NO
B208	PTF component procedure interface			NO
B209	PTF extended names			NO
B211	Module language Ada: VARCHAR and NUMERIC support			NO
B221	Routine language Ada: VARCHAR and NUMERIC support			NO
E011	Numeric data types
E011	Numeric data types	01	INTEGER and SMALLINT data types
E011	Numeric data types	02	REAL, DOUBLE PRECISION, and FLOAT data types
E011	Numeric data types	03	DECIMAL and NUMERIC data types
E011	Numeric data types	04	Arithmetic operators
E011	Numeric data types	05	Numeric comparison
E011	Numeric data types	06	Implicit casting among the numeric data types
E021	Character data types
E021	Character string types	01	CHARACTER data type
E021	Character string types	02	CHARACTER VARYING data type
E021	Character string types	03	Character literals
E021	Character string types	04	CHARACTER_LENGTH function			trims trailing spaces from CHARACTER values before counting
E021	Character string types	05	OCTET_LENGTH function
E021	Character string types	06	SUBSTRING function
E021	Character string types	07	Character concatenation
E021	Character string types	08	UPPER and LOWER functions
E021	Character string types	09	TRIM function
E021	Character string types	10	Implicit casting among the character string types
E021	Character string types	11	POSITION function
E021	Character string types	12	Character comparison
E031	Identifiers
E031	Identifiers	01	Delimited identifiers
E031	Identifiers	02	Lower case identifiers
E031	Identifiers	03	Trailing underscore
E051	Basic query specification
E051	Basic query specification	01	SELECT DISTINCT
E051	Basic query specification	02	GROUP BY clause
E051	Basic query specification	04	GROUP BY can contain columns not in <select list>
E051	Basic query specification	05	Select list items can be renamed
E051	Basic query specification	06	HAVING clause
E051	Basic query specification	07	Qualified * in select list
E051	Basic query specification	08	Correlation names in the FROM clause
E051	Basic query specification	09	Rename columns in the FROM clause

		01	Comparison predicate
		02	BETWEEN predicate
		03	IN predicate with list of values
		04	LIKE predicate
		05	LIKE predicate ESCAPE clause
		06	NULL predicate
		07	Quantified comparison predicate
		08	EXISTS predicate
		09	Subqueries in comparison predicate
		11	Subqueries in IN predicate
		12	Subqueries in quantified comparison predicate
		13	Correlated subqueries
		14	Search condition
E071	Basic query expressions
E071	Basic query expressions	01	UNION DISTINCT table operator
E071	Basic query expressions	02	UNION ALL table operator
E071	Basic query expressions	03	EXCEPT DISTINCT table operator
E071	Basic query expressions	05	Columns combined via table operators need not have exactly the same data type
E071	Basic query expressions	06	Table operators in subqueries
E081	Basic Privileges
E081	Basic Privileges	01	SELECT privilege
E081	Basic Privileges	02	DELETE privilege
E081	Basic Privileges	03	INSERT privilege at the table level
E081	Basic Privileges	04	UPDATE privilege at the table level
E081	Basic Privileges	05	UPDATE privilege at the column level
E081	Basic Privileges	06	REFERENCES privilege at the table level
E081	Basic Privileges	07	REFERENCES privilege at the column level
E081	Basic Privileges	08	WITH GRANT OPTION
E081	Basic Privileges	09	USAGE privilege
E081	Basic Privileges	10	EXECUTE privilege
E091	Set functions
E091	Set functions	01	AVG
E091	Set functions	02	COUNT
E091	Set functions	03	MAX
E091	Set functions	04	MIN
E091	Set functions	05	SUM
E091	Set functions	06	ALL quantifier
E091	Set functions	07	DISTINCT quantifier
E101	Basic data manipulation
E101	Basic data manipulation	01	INSERT statement
E101	Basic data manipulation	03	Searched UPDATE statement
E101	Basic data manipulation	04	Searched DELETE statement
E111	Single row SELECT statement
E121	Basic cursor support
E121	Basic cursor support	01	DECLARE CURSOR
E121	Basic cursor support	02	ORDER BY columns need not be in select list
E121	Basic cursor support	03	Value expressions in ORDER BY clause
E121	Basic cursor support	04	OPEN statement
E121	Basic cursor support	06	Positioned UPDATE statement
E121	Basic cursor support	07	Positioned DELETE statement
E121	Basic cursor support	08	CLOSE statement
E121	Basic cursor support	10	FETCH statement implicit NEXT
E121	Basic cursor support	17	WITH HOLD cursors
E131	Null value support (nulls in lieu of values)
E141	Basic integrity constraints
E141	Basic integrity constraints	01	NOT NULL constraints
E141	Basic integrity constraints	02	UNIQUE constraints of NOT NULL columns
E141	Basic integrity constraints	03	PRIMARY KEY constraints
E141	Basic integrity constraints	04	Basic FOREIGN KEY constraint with the NO ACTION default for both referential delete action and referential update action
E141	Basic integrity constraints	06	CHECK constraints
E141	Basic integrity constraints	07	Column defaults
E141	Basic integrity constraints	08	NOT NULL inferred on PRIMARY KEY
E141	Basic integrity constraints	10	Names in a foreign key can be specified in any order
E151	Transaction support
E151	Transaction support	01	COMMIT statement
E151	Transaction support	02	ROLLBACK statement
E152	Basic SET TRANSACTION statement
E152	Basic SET TRANSACTION statement	01	SET TRANSACTION statement: ISOLATION LEVEL SERIALIZABLE clause
E152	Basic SET TRANSACTION statement	02	SET TRANSACTION statement: READ ONLY and READ WRITE clauses
E153	Updatable queries with subqueries
E161	SQL comments using leading double minus
E171	SQLSTATE support
E182	Host language binding
F021	Basic information schema
F021	Basic information schema	01	COLUMNS view
F021	Basic information schema	02	TABLES view
F021	Basic information schema	03	VIEWS view
F021	Basic information schema	04	TABLE_CONSTRAINTS view
F021	Basic information schema	05	REFERENTIAL_CONSTRAINTS view
F021	Basic information schema	06	CHECK_CONSTRAINTS view
F031	Basic schema manipulation
F031	Basic schema manipulation	01	CREATE TABLE statement to create persistent base tables
F031	Basic schema manipulation	02	CREATE VIEW statement
F031	Basic schema manipulation	03	GRANT statement
F031	Basic schema manipulation	04	ALTER TABLE statement: ADD COLUMN clause
F031	Basic schema manipulation	13	DROP TABLE statement: RESTRICT clause
F031	Basic schema manipulation	16	DROP VIEW statement: RESTRICT clause
F031	Basic schema manipulation	19	REVOKE statement: RESTRICT clause
F032	CASCADE drop behavior
F033	ALTER TABLE statement: DROP COLUMN clause
F034	Extended REVOKE statement
F034	Extended REVOKE statement	01	REVOKE statement performed by other than the owner of a schema object
F034	Extended REVOKE statement	02	REVOKE statement: GRANT OPTION FOR clause
F034	Extended REVOKE statement	03	REVOKE statement to revoke a privilege that the grantee has WITH GRANT OPTION
F041	Basic joined table
F041	Basic joined table	01	Inner join (but not necessarily the INNER keyword)
F041	Basic joined table	02	INNER keyword
F041	Basic joined table	03	LEFT OUTER JOIN
F041	Basic joined table	04	RIGHT OUTER JOIN
F041	Basic joined table	05	Outer joins can be nested
F041	Basic joined table	07	The inner table in a left or right outer join can also be used in an inner join
F041	Basic joined table	08	All comparison operators are supported (rather than just =)
F051	Basic date and time
F051	Basic date and time	01	DATE data type (including support of DATE literal)
F051	Basic date and time	02	TIME data type (including support of TIME literal) with fractional seconds precision of at least 0
F051	Basic date and time	03	TIMESTAMP data type (including support of TIMESTAMP literal) with fractional seconds precision of at least 0 and 6
F051	Basic date and time	04	Comparison predicate on DATE, TIME, and TIMESTAMP data types
F051	Basic date and time	05	Explicit CAST between datetime types and character string types
F051	Basic date and time	06	CURRENT_DATE
F051	Basic date and time	07	LOCALTIME
F051	Basic date and time	08	LOCALTIMESTAMP
F052	Intervals and datetime arithmetic
F053	OVERLAPS predicate
F054	TIMESTAMP in DATE type precedence list			NO
F081	UNION and EXCEPT in views
F111	Isolation levels other than SERIALIZABLE	01	READ UNCOMMITTED isolation level
F111	Isolation levels other than SERIALIZABLE	02	READ COMMITTED isolation level
F111	Isolation levels other than SERIALIZABLE
F111	Isolation levels other than SERIALIZABLE	03	REPEATABLE READ isolation level
F121	Basic diagnostics management			NO
F121	Basic diagnostics management	01	GET DIAGNOSTICS statement	NO
F121	Basic diagnostics management	02	SET TRANSACTION statement: DIAGNOSTICS SIZE clause	NO
F122	Enhanced diagnostics management			NO
F123	All diagnostics			NO
F131	Grouped operations
F131	Grouped operations	01	WHERE, GROUP BY, and HAVING clauses supported in queries with grouped views
F131	Grouped operations	02	Multiple tables supported in queries with grouped views
F131	Grouped operations	03	Set functions supported in queries with grouped views
F131	Grouped operations	04	Subqueries with GROUP BY and HAVING clauses and grouped views
F131	Grouped operations	05	Single row SELECT with GROUP BY and HAVING clauses and grouped views
F171	Multiple schemas per user
F181	Multiple module support
F191	Referential delete actions
F200	TRUNCATE TABLE statement
F201	CAST function
F202	TRUNCATE TABLE: identity column restart option
F221	Explicit defaults
F222	INSERT statement: DEFAULT VALUES clause
F231	Privilege tables
F231	Privilege tables	01	TABLE_PRIVILEGES view
F231	Privilege tables	02	COLUMN_PRIVILEGES view
F231	Privilege tables	03	USAGE_PRIVILEGES view
F251	Domain support
F261	CASE expression
F261	CASE expression	01	Simple CASE
F261	CASE expression	02	Searched CASE
F261	CASE expression	03	NULLIF
F261	CASE expression	04	COALESCE
F262	Extended CASE expression
F263	Comma-separated predicates in simple CASE expression			NO
F271	Compound character literals
F281	LIKE enhancements
F291	UNIQUE predicate			NO
F292	UNIQUE null treatment					SQL:202x draft
F301	CORRESPONDING in query expressions			NO
F302	INTERSECT table operator
F302	INTERSECT table operator	01	INTERSECT DISTINCT table operator
F302	INTERSECT table operator	02	INTERSECT ALL table operator
F304	EXCEPT ALL table operator
F311	Schema definition statement
F311	Schema definition statement	01	CREATE SCHEMA
F311	Schema definition statement	02	CREATE TABLE for persistent base tables
F311	Schema definition statement	03	CREATE VIEW
F311	Schema definition statement	04	CREATE VIEW: WITH CHECK OPTION
F311	Schema definition statement	05	GRANT statement
F312	MERGE statement
F313	Enhanced MERGE statement
F314	MERGE statement with DELETE branch
F321	User authorization
F341	Usage tables
F361	Subprogram support
F381	Extended schema manipulation
F381	Extended schema manipulation	01	ALTER TABLE statement: ALTER COLUMN clause
F381	Extended schema manipulation	02	ALTER TABLE statement: ADD CONSTRAINT clause
F381	Extended schema manipulation	03	ALTER TABLE statement: DROP CONSTRAINT clause
F382	Alter column data type
F383	Set column not null clause
F384	Drop identity property clause
F385	Drop column generation expression clause
F386	Set identity column generation clause
F391	Long identifiers
F392	Unicode escapes in identifiers
F393	Unicode escapes in literals
F394	Optional normal form specification
F401	Extended joined table
F401	Extended joined table	01	NATURAL JOIN
F401	Extended joined table	02	FULL OUTER JOIN
F401	Extended joined table	04	CROSS JOIN
F402	Named column joins for LOBs, arrays, and multisets
F403	Partitioned joined tables			NO
F404	Range variable for common column names
F411	Time zone specification					differences regarding literal interpretation
F421	National character
F431	Read-only scrollable cursors
F431	Read-only scrollable cursors	01	FETCH with explicit NEXT
F431	Read-only scrollable cursors	02	FETCH FIRST
F431	Read-only scrollable cursors	03	FETCH LAST
F431	Read-only scrollable cursors	04	FETCH PRIOR
F431	Read-only scrollable cursors	05	FETCH ABSOLUTE
F431	Read-only scrollable cursors	06	FETCH RELATIVE
F441	Extended set function support
F442	Mixed column references in set functions
F451	Character set definition			NO
F461	Named character sets			NO
F471	Scalar subquery values
F481	Expanded NULL predicate
F491	Constraint management
F492	Optional table constraint enforcement			NO
F501	Features and conformance views	02	SQL_SIZING view
F501	Features and conformance views
F501	Features and conformance views	01	SQL_FEATURES view
F502	Enhanced documentation tables
F521	Assertions			NO
F531	Temporary tables
F555	Enhanced seconds precision
F561	Full value expressions
F571	Truth value tests
F591	Derived tables
F611	Indicator data types
F641	Row and table constructors
F651	Catalog name qualifiers
F661	Simple tables
F671	Subqueries in CHECK			NO		intentionally omitted
F672	Retrospective check constraints
F673	Reads SQL-data routine invocations in CHECK constraints			NO
F690	Collation support					but no character set support
F692	Extended collation support
F693	SQL-session and client module collations			NO
F695	Translation support			NO
F696	Additional translation documentation			NO
F701	Referential update actions
F711	ALTER domain
F721	Deferrable constraints			NO		foreign and unique keys only
F731	INSERT column privileges
F741	Referential MATCH types			NO		no partial match yet
F751	View CHECK enhancements
F761	Session management
F762	CURRENT_CATALOG
F763	CURRENT_SCHEMA
F771	Connection management
F781	Self-referencing operations
F791	Insensitive cursors
F801	Full set function
F812	Basic flagging			NO
F813	Extended flagging			NO
F821	Local table references			NO
F831	Full cursor update			NO
F831	Full cursor update	01	Updatable scrollable cursors	NO
F831	Full cursor update	02	Updatable ordered cursors	NO
F841	LIKE_REGEX predicate			NO		consider regexp_like()
F842	OCCURRENCES_REGEX function			NO		consider regexp_matches()
F843	POSITION_REGEX function			NO		consider regexp_instr()
F844	SUBSTRING_REGEX function			NO		consider regexp_substr()
F845	TRANSLATE_REGEX function			NO		consider regexp_replace()
F846	Octet support in regular expression operators			NO
F847	Nonconstant regular expressions			NO
F850	Top-level <order by clause> in <query expression>
F851	<order by clause> in subqueries
F852	Top-level <order by clause> in views
F855	Nested <order by clause> in <query expression>
F856	Nested <fetch first clause> in <query expression>
F857	Top-level <fetch first clause> in <query expression>
F858	<fetch first clause> in subqueries
F859	Top-level <fetch first clause> in views
F860	<fetch first row count> in <fetch first clause>
F861	Top-level <result offset clause> in <query expression>
F862	<result offset clause> in subqueries
F863	Nested <result offset clause> in <query expression>
F864	Top-level <result offset clause> in views
F865	<offset row count> in <result offset clause>
F866	FETCH FIRST clause: PERCENT option			NO
F867	FETCH FIRST clause: WITH TIES option
M001	Datalinks			NO
M002	Datalinks via SQL/CLI			NO
M003	Datalinks via Embedded SQL			NO
M004	Foreign data support			NO		partially supported
M005	Foreign schema support			NO
M006	GetSQLString routine			NO
M007	TransmitRequest			NO
M009	GetOpts and GetStatistics routines			NO
M010	Foreign data wrapper support			NO		different API
M011	Datalinks via Ada			NO
M012	Datalinks via C			NO
M013	Datalinks via COBOL			NO
M014	Datalinks via Fortran			NO
M015	Datalinks via M			NO
M016	Datalinks via Pascal			NO
M017	Datalinks via PL/I			NO
M018	Foreign data wrapper interface routines in Ada			NO
M019	Foreign data wrapper interface routines in C			NO		different API
M020	Foreign data wrapper interface routines in COBOL			NO
M021	Foreign data wrapper interface routines in Fortran			NO
M022	Foreign data wrapper interface routines in MUMPS			NO
M023	Foreign data wrapper interface routines in Pascal			NO
M024	Foreign data wrapper interface routines in PL/I			NO
M030	SQL-server foreign data support			NO
M031	Foreign data wrapper general routines			NO
R010	Row pattern recognition: FROM clause			NO
R020	Row pattern recognition: WINDOW clause			NO
R030	Row pattern recognition: full aggregate support			NO
S011	Distinct data types			NO
S011	Distinct data types	01	USER_DEFINED_TYPES view	NO
S023	Basic structured types			NO
S024	Enhanced structured types			NO
S025	Final structured types			NO
S026	Self-referencing structured types			NO
S027	Create method by specific method name			NO
S028	Permutable UDT options list			NO
S041	Basic reference types			NO
S043	Enhanced reference types			NO
S051	Create table of type			NO		partially supported
S071	SQL paths in function and type name resolution
S081	Subtables			NO
S091	Basic array support	03	Array expressions
S091	Basic array support	02	Arrays of distinct types	NO
S091	Basic array support	01	Arrays of built-in data types
S091	Basic array support			NO		partially supported
S092	Arrays of user-defined types
S094	Arrays of reference types			NO
S095	Array constructors by query
S096	Optional array bounds
S097	Array element assignment			NO
S098	ARRAY_AGG
S111	ONLY in query expressions
S151	Type predicate			NO		see pg_typeof()
S161	Subtype treatment			NO
S162	Subtype treatment for references			NO
S201	SQL-invoked routines on arrays	01	Array parameters
S201	SQL-invoked routines on arrays	02	Array as result type of functions
S201	SQL-invoked routines on arrays
S202	SQL-invoked routines on multisets			NO
S211	User-defined cast functions
S231	Structured type locators			NO
S232	Array locators			NO
S233	Multiset locators			NO
S241	Transform functions			NO
S242	Alter transform statement			NO
S251	User-defined orderings			NO
S261	Specific type method			NO
S271	Basic multiset support			NO
S272	Multisets of user-defined types			NO
S274	Multisets of reference types			NO
S275	Advanced multiset support			NO
S281	Nested collection types			NO
S291	Unique constraint on entire row			NO
S301	Enhanced UNNEST
S401	Distinct types based on array types			NO
S402	Distinct types based on distinct types			NO
S403	ARRAY_MAX_CARDINALITY			NO
S404	TRIM_ARRAY
T011	Timestamp in Information Schema			NO
T021	BINARY and VARBINARY data types			NO
T022	Advanced support for BINARY and VARBINARY data types			NO
T023	Compound binary literal			NO
T024	Spaces in binary literals			NO
T031	BOOLEAN data type
T041	Basic LOB data type support			NO
T041	Basic LOB data type support	05	LOB locator: non-holdable	NO
T041	Basic LOB data type support	04	Concatenation of LOB data types	NO
T041	Basic LOB data type support	03	POSITION, LENGTH, LOWER, TRIM, UPPER, and SUBSTRING functions for LOB data types	NO
T041	Basic LOB data type support	02	CLOB data type	NO
T041	Basic LOB data type support	01	BLOB data type	NO
T042	Extended LOB data type support			NO
T043	Multiplier T			NO
T044	Multiplier P			NO
T051	Row types			NO
T053	Explicit aliases for all-fields reference			NO
T061	UCS support			NO
T071	BIGINT data type
T076	DECFLOAT data type			NO
T101	Enhanced nullability determination			NO
T111	Updatable joins, unions, and columns			NO
T121	WITH (excluding RECURSIVE) in query expression
T122	WITH (excluding RECURSIVE) in subquery
T131	Recursive query
T132	Recursive query in subquery
T133	Enhanced cycle mark values					SQL:202x draft
T141	SIMILAR predicate
T151	DISTINCT predicate
T152	DISTINCT predicate with negation
T171	LIKE clause in table definition
T172	AS subquery clause in table definition
T173	Extended LIKE clause in table definition
T174	Identity columns
T175	Generated columns			NO		mostly supported
T176	Sequence generator support			NO		supported except for NEXT VALUE FOR
T177	Sequence generator support: simple restart option
T178	Identity columns:  simple restart option
T180	System-versioned tables			NO
T181	Application-time period tables			NO
T191	Referential action RESTRICT
T201	Comparable data types for referential constraints
T211	Basic trigger capability	05	Ability to specify a search condition that must be true before the trigger is invoked
T211	Basic trigger capability			NO
T211	Basic trigger capability	01	Triggers activated on UPDATE, INSERT, or DELETE of one base table
T211	Basic trigger capability	02	BEFORE triggers
T211	Basic trigger capability	03	AFTER triggers
T211	Basic trigger capability	04	FOR EACH ROW triggers
T211	Basic trigger capability	06	Support for run-time rules for the interaction of triggers and constraints	NO
T211	Basic trigger capability	07	TRIGGER privilege
T211	Basic trigger capability	08	Multiple triggers for the same event are executed in the order in which they were created in the catalog	NO		intentionally omitted
T212	Enhanced trigger capability
T213	INSTEAD OF triggers
T231	Sensitive cursors			NO
T241	START TRANSACTION statement
T251	SET TRANSACTION statement: LOCAL option			NO
T261	Chained transactions
T271	Savepoints
T272	Enhanced savepoint management			NO
T281	SELECT privilege with column granularity
T285	Enhanced derived column names
T301	Functional dependencies			NO		partially supported
T312	OVERLAY function
T321	Basic SQL-invoked routines			NO		partially supported
T321	Basic SQL-invoked routines	01	User-defined functions with no overloading
T321	Basic SQL-invoked routines	02	User-defined stored procedures with no overloading
T321	Basic SQL-invoked routines	03	Function invocation
T321	Basic SQL-invoked routines	04	CALL statement
T321	Basic SQL-invoked routines	05	RETURN statement
T321	Basic SQL-invoked routines	06	ROUTINES view
T321	Basic SQL-invoked routines	07	PARAMETERS view
T322	Declared data type attributes			NO
T323	Explicit security for external routines
T324	Explicit security for SQL routines			NO
T325	Qualified SQL parameter references
T326	Table functions			NO
T331	Basic roles
T332	Extended roles
T341	Overloading of SQL-invoked functions and procedures
T351	Bracketed SQL comments (/*...*/ comments)
T431	Extended grouping capabilities
T432	Nested and concatenated GROUPING SETS
T433	Multiargument GROUPING function
T434	GROUP BY DISTINCT
T441	ABS and MOD functions
T461	Symmetric BETWEEN predicate
T471	Result sets return value			NO
T472	DESCRIBE CURSOR			NO
T491	LATERAL derived table
T495	Combined data change and retrieval			NO		different syntax
T501	Enhanced EXISTS predicate
T502	Period predicates			NO
T511	Transaction counts			NO
T521	Named arguments in CALL statement
T522	Default values for IN parameters of SQL-invoked procedures			NO		supported except DEFAULT key word in invocation
T523	Default values for INOUT parameters of SQL-invoked procedures
T524	Named arguments in routine invocations other than a CALL statement
T525	Default values for parameters of SQL-invoked functions
T551	Optional key words for default syntax
T561	Holdable locators			NO
T571	Array-returning external SQL-invoked functions			NO
T572	Multiset-returning external SQL-invoked functions			NO
T581	Regular expression substring function
T591	UNIQUE constraints of possibly null columns
T601	Local cursor references			NO
T611	Elementary OLAP operations
T612	Advanced OLAP operations
T613	Sampling
T614	NTILE function
T615	LEAD and LAG functions
T616	Null treatment option for LEAD and LAG functions			NO
T617	FIRST_VALUE and LAST_VALUE function
T618	NTH_VALUE function			NO		function exists, but some options missing
T619	Nested window functions			NO
T620	WINDOW clause: GROUPS option
T621	Enhanced numeric functions
T622	Trigonometric functions
T623	General logarithm functions
T624	Common logarithm functions
T625	LISTAGG			NO
T631	IN predicate with one list element
T641	Multiple column assignment			NO		only some syntax variants supported
T651	SQL-schema statements in SQL routines
T652	SQL-dynamic statements in SQL routines			NO
T653	SQL-schema statements in external routines
T654	SQL-dynamic statements in external routines			NO
T655	Cyclically dependent routines
T811	Basic SQL/JSON constructor functions			NO
T812	SQL/JSON: JSON_OBJECTAGG			NO
T813	SQL/JSON: JSON_ARRAYAGG with ORDER BY			NO
T814	Colon in JSON_OBJECT or JSON_OBJECTAGG			NO
T821	Basic SQL/JSON query operators			NO
T822	SQL/JSON: IS JSON WITH UNIQUE KEYS predicate			NO
T823	SQL/JSON: PASSING clause			NO
T824	JSON_TABLE: specific PLAN clause			NO
T825	SQL/JSON: ON EMPTY and ON ERROR clauses			NO
T826	General value expression in ON ERROR or ON EMPTY clauses			NO
T827	JSON_TABLE: sibling NESTED COLUMNS clauses			NO
T828	JSON_QUERY			NO
T829	JSON_QUERY: array wrapper options			NO
T830	Enforcing unique keys in SQL/JSON constructor functions			NO
T831	SQL/JSON path language: strict mode
T832	SQL/JSON path language: item method
T833	SQL/JSON path language: multiple subscripts
T834	SQL/JSON path language: wildcard member accessor
T835	SQL/JSON path language: filter expressions
T836	SQL/JSON path language: starts with predicate
T837	SQL/JSON path language: regex_like predicate
T838	JSON_TABLE: PLAN DEFAULT clause			NO
T839	Formatted cast of datetimes to/from character strings			NO
X010	XML type
X011	Arrays of XML type
X012	Multisets of XML type			NO
X013	Distinct types of XML type			NO
X014	Attributes of XML type
X015	Fields of XML type			NO
X016	Persistent XML values
X020	XMLConcat
X025	XMLCast			NO
X030	XMLDocument			NO
X031	XMLElement
X032	XMLForest
X034	XMLAgg
X035	XMLAgg: ORDER BY option
X036	XMLComment
X037	XMLPI
X038	XMLText			NO
X040	Basic table mapping
X041	Basic table mapping: nulls absent
X042	Basic table mapping: null as nil
X043	Basic table mapping: table as forest
X044	Basic table mapping: table as element
X045	Basic table mapping: with target namespace
X046	Basic table mapping: data mapping
X047	Basic table mapping: metadata mapping
X048	Basic table mapping: base64 encoding of binary strings
X049	Basic table mapping: hex encoding of binary strings
X050	Advanced table mapping
X051	Advanced table mapping: nulls absent
X052	Advanced table mapping: null as nil
X053	Advanced table mapping: table as forest
X054	Advanced table mapping: table as element
X055	Advanced table mapping: with target namespace
X056	Advanced table mapping: data mapping
X057	Advanced table mapping: metadata mapping
X058	Advanced table mapping: base64 encoding of binary strings
X059	Advanced table mapping: hex encoding of binary strings
X060	XMLParse: character string input and CONTENT option
X061	XMLParse: character string input and DOCUMENT option
X065	XMLParse: BLOB input and CONTENT option			NO
X066	XMLParse: BLOB input and DOCUMENT option			NO
X068	XMLSerialize: BOM			NO
X069	XMLSerialize: INDENT			NO
X070	XMLSerialize: character string serialization and CONTENT option
X071	XMLSerialize: character string serialization and DOCUMENT option
X072	XMLSerialize: character string serialization
X073	XMLSerialize: BLOB serialization and CONTENT option			NO
X074	XMLSerialize: BLOB serialization and DOCUMENT option			NO
X075	XMLSerialize: BLOB serialization			NO
X076	XMLSerialize: VERSION			NO
X077	XMLSerialize: explicit ENCODING option			NO
X078	XMLSerialize: explicit XML declaration			NO
X080	Namespaces in XML publishing			NO
X081	Query-level XML namespace declarations			NO
X082	XML namespace declarations in DML			NO
X083	XML namespace declarations in DDL			NO
X084	XML namespace declarations in compound statements			NO
X085	Predefined namespace prefixes			NO
X086	XML namespace declarations in XMLTable			NO
X090	XML document predicate
X091	XML content predicate			NO
X096	XMLExists			NO		XPath 1.0 only
X100	Host language support for XML: CONTENT option			NO
X101	Host language support for XML: DOCUMENT option			NO
X110	Host language support for XML: VARCHAR mapping			NO
X111	Host language support for XML: CLOB mapping			NO
X112	Host language support for XML: BLOB mapping			NO
X113	Host language support for XML: STRIP WHITESPACE option			NO
X114	Host language support for XML: PRESERVE WHITESPACE option			NO
X120	XML parameters in SQL routines
X121	XML parameters in external routines
X131	Query-level XMLBINARY clause			NO
X132	XMLBINARY clause in DML			NO
X133	XMLBINARY clause in DDL			NO
X134	XMLBINARY clause in compound statements			NO
X135	XMLBINARY clause in subqueries			NO
X141	IS VALID predicate: data-driven case			NO
X142	IS VALID predicate: ACCORDING TO clause			NO
X143	IS VALID predicate: ELEMENT clause			NO
X144	IS VALID predicate: schema location			NO
X145	IS VALID predicate outside check constraints			NO
X151	IS VALID predicate with DOCUMENT option			NO
X152	IS VALID predicate with CONTENT option			NO
X153	IS VALID predicate with SEQUENCE option			NO
X155	IS VALID predicate: NAMESPACE without ELEMENT clause			NO
X157	IS VALID predicate: NO NAMESPACE with ELEMENT clause			NO
X160	Basic Information Schema for registered XML Schemas			NO
X161	Advanced Information Schema for registered XML Schemas			NO
X170	XML null handling options			NO
X171	NIL ON NO CONTENT option			NO
X181	XML(DOCUMENT(UNTYPED)) type			NO
X182	XML(DOCUMENT(ANY)) type			NO
X190	XML(SEQUENCE) type			NO
X191	XML(DOCUMENT(XMLSCHEMA)) type			NO
X192	XML(CONTENT(XMLSCHEMA)) type			NO
X200	XMLQuery			NO
X201	XMLQuery: RETURNING CONTENT			NO
X202	XMLQuery: RETURNING SEQUENCE			NO
X203	XMLQuery: passing a context item			NO
X204	XMLQuery: initializing an XQuery variable			NO
X205	XMLQuery: EMPTY ON EMPTY option			NO
X206	XMLQuery: NULL ON EMPTY option			NO
X211	XML 1.1 support			NO
X221	XML passing mechanism BY VALUE
X222	XML passing mechanism BY REF			NO		parser accepts BY REF but ignores it; passing is always BY VALUE
X231	XML(CONTENT(UNTYPED)) type			NO
X232	XML(CONTENT(ANY)) type			NO
X241	RETURNING CONTENT in XML publishing			NO
X242	RETURNING SEQUENCE in XML publishing			NO
X251	Persistent XML values of XML(DOCUMENT(UNTYPED)) type			NO
X252	Persistent XML values of XML(DOCUMENT(ANY)) type			NO
X253	Persistent XML values of XML(CONTENT(UNTYPED)) type			NO
X254	Persistent XML values of XML(CONTENT(ANY)) type			NO
X255	Persistent XML values of XML(SEQUENCE) type			NO
X256	Persistent XML values of XML(DOCUMENT(XMLSCHEMA)) type			NO
X257	Persistent XML values of XML(CONTENT(XMLSCHEMA)) type			NO
X260	XML type: ELEMENT clause			NO
X261	XML type: NAMESPACE without ELEMENT clause			NO
X263	XML type: NO NAMESPACE with ELEMENT clause			NO
X264	XML type: schema location			NO
X271	XMLValidate: data-driven case			NO
X272	XMLValidate: ACCORDING TO clause			NO
X273	XMLValidate: ELEMENT clause			NO
X274	XMLValidate: schema location			NO
X281	XMLValidate with DOCUMENT option			NO
X282	XMLValidate with CONTENT option			NO
X283	XMLValidate with SEQUENCE option			NO
X284	XMLValidate: NAMESPACE without ELEMENT clause			NO
X286	XMLValidate: NO NAMESPACE with ELEMENT clause			NO
X300	XMLTable			NO		XPath 1.0 only
X301	XMLTable: derived column list option
X302	XMLTable: ordinality column option
X303	XMLTable: column default option
X304	XMLTable: passing a context item					must be XML DOCUMENT
X305	XMLTable: initializing an XQuery variable			NO
X400	Name and identifier mapping
X410	Alter column data type: XML type`,
}
