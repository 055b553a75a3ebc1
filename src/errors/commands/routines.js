/** Errors of commands on functions, procedures and aggregates. */
import { DbError } from '../db-error.js'

/** 42601. @param {string} defname */
export const argumentMustBeName = (defname) => new DbError('42601', `argument of ${defname} must be a name`)

/** 42601. @param {string} defname @param {string | number} what */
export const badOperatorAttribute = (defname, what) => new DbError('42601', `operator attribute "${defname}" ${what}`)

/** 42P13. */
export const joinOfUnary = () => new DbError('42P13', 'only binary operators can have join selectivity')

/** 42P13. */
export const restrictOfNonBoolean = () =>
  new DbError('42P13', 'only boolean operators can have restriction selectivity')

/** 42P13. */
export const joinOfNonBoolean = () => new DbError('42P13', 'only boolean operators can have join selectivity')

/** 42P17. @param {string | number} what @param {string | number} what2 */
export const estimatorReturns = (what, what2) =>
  new DbError('42P17', `${what} estimator function ${what2} must return type float8`)

/** 42501. @param {string} what restriction or join */
export const estimatorIsSuperusers = (what) =>
  new DbError('42501', `must be superuser to specify a non-built-in ${what} estimator function`)

/** 42704. @param {string} name */
export const undefinedLanguage = (name) => new DbError('42704', `language "${name}" does not exist`,
  name.startsWith('pl') ? { hint: 'Use CREATE EXTENSION to load the language into the database.' } : {})

/** 42883. @param {string} name @param {string} types joined */
export const noSuchFunction = (name, types) =>
  new DbError('42883', `function ${name}(${types}) does not exist`, { routine: 'LookupFuncName' })

/** 42883. @param {string | number} what */
export const noInternalFunction = (what) => new DbError('42883', `function ${what}(internal) does not exist`)

/** 42809. @param {string} name @param {string} name2 */
export const functionMustReturn = (name, name2) => new DbError('42809', `function ${name} must return type ${name2}`)

/** 42P13. */
export const hypotheticalNotOrdered = () => new DbError('42P13', 'only ordered-set aggregates can be hypothetical')

/** 42P13. */
export const aggregateStypeMustBeSpecified = () => new DbError('42P13', 'aggregate stype must be specified')

/** 42P13. */
export const aggregateSfuncMustBeSpecified = () => new DbError('42P13', 'aggregate sfunc must be specified')

/** 0A000. */
export const variadicOrderedSet = () =>
  new DbError('0A000', 'a variadic ordered-set aggregate must use VARIADIC type ANY')

/** 42804. @param {string | number} what @param {string} name */
export const transitionReturns = (what, name) =>
  new DbError('42804', `return type of transition function ${what} is not ${name}`)

/** 42P13. */
export const initialValueNeeded = () =>
  new DbError('42P13',
    'must not omit initial value when transition function is strict and transition type is not compatible with '
      + 'input type')

/** 42804. @param {string | null | undefined} what @param {string} name */
export const combineReturns = (what, name) =>
  new DbError('42804', `return type of combine function ${what} is not ${name}`)

/** 42P13. @param {string} name */
export const strictCombine = (name) =>
  new DbError('42P13', `combine function with transition type ${name} must not be declared STRICT`)

/** 42P13. */
export const serializationHalfGiven = () =>
  new DbError('42P13', 'must specify both or neither of serialization and deserialization functions')

/** 42P13. @param {string} name */
export const serializationNeedsInternal = (name) =>
  new DbError('42P13',
    `serialization functions may be specified only when the aggregate transition data type is ${name}`)

/** 42P13. */
export const basetypeRedundant = () =>
  new DbError('42P13', 'basetype is redundant with aggregate input type specification')

/** 42P13. */
export const aggregateOutputArguments = () => new DbError('42P13', 'aggregates cannot have output arguments')

/** 42P13. */
export const aggregateDefaults = () => new DbError('42P13', 'aggregates cannot have default values for arguments')

/** 42P13. */
export const aggregateSetArguments = () => new DbError('42P13', 'aggregates cannot accept set arguments')

/** 42P13. */
export const aggregateInputMissing = () => new DbError('42P13', 'aggregate input type must be specified')

/** 42P13. */
export const aggregateMsfuncMustBeSpecified = () =>
  new DbError('42P13', 'aggregate msfunc must be specified when mstype is specified')

/** 42P13. */
export const aggregateMinvfuncMustBeSpecified = () =>
  new DbError('42P13', 'aggregate minvfunc must be specified when mstype is specified')

/** 42P13. @param {string} shown */
export const aggregatePartWithoutMstype = (shown) =>
  new DbError('42P13', `aggregate ${shown} must not be specified without mstype`)

/** 42P13. @param {string} name */
export const badTransitionType = (name) => new DbError('42P13', `aggregate transition data type cannot be ${name}`)

/** 42P13. @param {string | undefined} detail */
export const undeterminedTransitionType = (detail) =>
  new DbError('42P13', 'cannot determine transition data type', { detail })

/** 42P13. */
export const strictFinalWithExtra = () =>
  new DbError('42P13', 'final function with extra arguments must not be declared STRICT')

/** 42P13. @param {string | number} what @param {string | number} what2 @param {string} name */
export const supportFunctionReturns = (what, what2, name) =>
  new DbError('42P13', `return type of ${what} function ${what2} is not ${name}`)

/** 42804. @param {string | number} what @param {string} name */
export const inverseReturns = (what, name) =>
  new DbError('42804', `return type of inverse transition function ${what} is not ${name}`)

/** 42P13. */
export const strictnessDiffers = () =>
  new DbError('42P13', 'strictness of aggregate\'s forward and inverse transition functions must match')

/** 42P13. @param {string} name @param {string} name2 */
export const movingResultDiffers = (name, name2) =>
  new DbError('42P13',
    `moving-aggregate implementation returns type ${name}, but plain implementation returns type ${name2}`)

/** 42P13. */
export const sortOperatorNeedsOneArgument = () =>
  new DbError('42P13', 'sort operator can only be specified for single-argument aggregates')

/** 42883. @param {string} name @param {string | number} what */
export const operatorDoesNotExist = (name, what) =>
  new DbError('42883', `operator does not exist: ${name} ${what} ${name}`)

/** 42601. */
export const badParallel = () => new DbError('42601', 'parameter "parallel" must be SAFE, RESTRICTED, or UNSAFE')

/** 42601. @param {string} defname */
export const badModify = (defname) =>
  new DbError('42601', `parameter "${defname}" must be READ_ONLY, SHAREABLE, or READ_WRITE`)

/** 22023. */
export const costMustBePositive = () => new DbError('22023', 'COST must be positive')

/** 22023. */
export const rowsMustBePositive = () => new DbError('22023', 'ROWS must be positive')

/** 22023. */
export const rowsWithoutSet = () => new DbError('22023', 'ROWS is not applicable when function does not return a set')

/** 42P13. */
export const inlineBodyNotSql = () => new DbError('42P13', 'inline SQL function body only valid for language SQL')

/** 42P13. */
export const duplicateBody = () => new DbError('42P13', 'duplicate function body specified')

/** 42P13. */
export const polymorphicInlineBody = () =>
  new DbError('42P13', 'SQL function with unquoted function body cannot have polymorphic arguments')

/** 0A000. @param {string} name */
export const notInUnquotedBody = (name) =>
  new DbError('0A000', `${name} is not yet supported in unquoted SQL function body`)

/** 42P13. */
export const noBody = () => new DbError('42P13', 'no function body specified')

/** 42P13. @param {string} name */
export const onlyOneAsItem = (name) => new DbError('42P13', `only one AS item needed for language "${name}"`)

/** 42883. @param {string} source */
export const noBuiltinNamed = (source) => new DbError('42883', `there is no built-in function named "${source}"`)

/** 42P13. @param {string} name */
export const sqlArgumentType = (name) => new DbError('42P13', `SQL functions cannot have arguments of type ${name}`)

/** 42P13. */
export const noLanguageSpecified = () => new DbError('42P13', 'no language specified')

/** 42P13. */
export const variadicNotLast = () => new DbError('42P13', 'VARIADIC parameter must be the last input parameter')

/** 42P13. */
export const defaultOfOutput = () => new DbError('42P13', 'only input parameters can have default values')

/** 42P13. @param {string} name */
export const parameterNameTwice = (name) => new DbError('42P13', `parameter name "${name}" used more than once`)

/** 42P13. */
export const variadicNotArray = () => new DbError('42P13', 'VARIADIC parameter must be an array')

/** 42P13. */
export const noResultType = () => new DbError('42P13', 'function result type must be specified')

/** 42P13. @param {string | number} what */
export const resultTypeMustBe = (what) =>
  new DbError('42P13', `function result type must be ${what} because of OUT parameters`)

/** 42P13. @param {string | undefined} detail */
export const undeterminedResult = (detail) => new DbError('42P13', 'cannot determine result data type', { detail })

/** 42P13. @param {string} name */
export const undeterminedRangeResult = (name) =>
  new DbError('42P13', 'cannot determine result data type', {
    detail: `A result of type ${name} requires at least one input of type anyrange or anymultirange.`,
  })

/** 42P13. */
export const setofOperatorArgument = () => new DbError('42P13', 'SETOF type not allowed for operator argument')

/** 42P13. */
export const operatorWithoutFunction = () => new DbError('42P13', 'operator function must be specified')

/** 42P13. */
export const operatorWithoutArguments = () => new DbError('42P13', 'operator argument types must be specified')

/** 42P13. */
export const operatorWithoutRight = () =>
  new DbError('42P13', 'operator right argument type must be specified', {
    detail: 'Postfix operators are not supported.',
  })

/** 42602. */
export const arrowIsNoOperator = () => new DbError('42602', '=> is deprecated as an operator name')

/** 42P13. */
export const commutatorOfUnary = () => new DbError('42P13', 'only binary operators can have commutators')

/** 42P13. */
export const mergesOfUnary = () => new DbError('42P13', 'only binary operators can merge join')

/** 42P13. */
export const hashesOfUnary = () => new DbError('42P13', 'only binary operators can hash')

/** 42P13. */
export const negatorOfNonBoolean = () => new DbError('42P13', 'only boolean operators can have negators')

/** 42P13. */
export const mergesOfNonBoolean = () => new DbError('42P13', 'only boolean operators can merge join')

/** 42P13. */
export const hashesOfNonBoolean = () => new DbError('42P13', 'only boolean operators can hash')

/** 42601. */
export const postfixOperatorsAreNotSupported = () => new DbError('42601', 'postfix operators are not supported')

/** 42883. @param {string} shown */
export const undefinedOperatorNamed = (shown) => new DbError('42883', `operator does not exist: ${shown}`)

/** 42809. @param {string} name */
export const castFromPseudoType = (name) => new DbError('42809', `source data type ${name} is a pseudo-type`)

/** 42809. @param {string} name */
export const castToPseudoType = (name) => new DbError('42809', `target data type ${name} is a pseudo-type`)

/** 42P17. */
export const castArgumentCount = () => new DbError('42P17', 'cast function must take one to three arguments')

/** 42P17. */
export const castArgumentType = () =>
  new DbError('42P17', 'argument of cast function must match or be binary-coercible from source data type')

/** 42P17. */
export const castSecondArgument = () => new DbError('42P17', 'second argument of cast function must be type integer')

/** 42P17. */
export const castThirdArgument = () => new DbError('42P17', 'third argument of cast function must be type boolean')

/** 42P17. */
export const castReturns = () =>
  new DbError('42P17', 'return data type of cast function must match or be binary-coercible to target data type')

/** 42P17. */
export const castNotNormalFunction = () => new DbError('42P17', 'cast function must be a normal function')

/** 42P17. */
export const castReturnsSet = () => new DbError('42P17', 'cast function must not return a set')

/** 42P17. */
export const notPhysicallyCompatible = () =>
  new DbError('42P17', 'source and target data types are not physically compatible')

/** 42P17. */
export const compositeNotBinary = () => new DbError('42P17', 'composite data types are not binary-compatible')

/** 42P17. */
export const enumNotBinary = () => new DbError('42P17', 'enum data types are not binary-compatible')

/** 42P17. */
export const arrayNotBinary = () => new DbError('42P17', 'array data types are not binary-compatible')

/** 42P17. */
export const domainNotBinary = () => new DbError('42P17', 'domain data types must not be marked binary-compatible')

/** 42P17. */
export const castToItself = () => new DbError('42P17', 'source data type and target data type are the same')

/** 42601. @param {string} defname */
export const argumentMustBeTypeName = (defname) => new DbError('42601', `argument of ${defname} must be a type name`)

/** 42601. */
export const noInlineCodeSpecified = () => new DbError('42601', 'no inline code specified')

/** 42704. @param {string} name */
export const accessMethodDoesNotExist = (name) => new DbError('42704', `access method "${name}" does not exist`)

/** 55000. @param {string} name */
export const accessMethodNotOfIndexes = (name) => new DbError('55000', `access method "${name}" is not of type INDEX`)

/** 42601. */
export const storageInAlterFamily = () => new DbError('42601', 'STORAGE cannot be specified in ALTER OPERATOR FAMILY')

/** 42601. */
export const familyOperatorWithoutArguments = () =>
  new DbError('42601', 'operator argument types must be specified in ALTER OPERATOR FAMILY')

/** 42601. */
export const oneOrTwoArguments = () => new DbError('42601', 'one or two argument types must be specified')

/** 42883. @param {string | number} what @param {string | number} what2 @param {string} name */
export const undefinedUnaryOperator = (what, what2, name) =>
  new DbError('42883', `operator does not exist: ${what}${what2} ${name}`)

/** 42725. @param {string} word @param {string | number} what */
export const nameIsNotUnique = (word, what) =>
  new DbError('42725', `${word} name "${what}" is not unique`, {
    hint: `Specify the argument list to select the ${word} unambiguously.`,
  })

/** 42883. @param {string} word @param {string} name */
export const noRoutineNamed = (word, name) => new DbError('42883', `could not find a ${word} named "${name}"`)

/** 42883. @param {string} word @param {string} name @param {string} list */
export const doesNotExist = (word, name, list) => new DbError('42883', `${word} ${name}(${list}) does not exist`)

/** 42P13. @param {string} name */
export const aggregateOfShellType = (name) => new DbError('42P13', `aggregate cannot accept shell type ${name}`)

/** 42P13. @param {string | number} what @param {string} name */
export const sqlFunctionOfShellType = (what, name) =>
  new DbError('42P13', `SQL function cannot ${what} shell type ${name}`)

/** 42P13. @param {boolean | undefined} isProcedure */
export const setArguments = (isProcedure) =>
  new DbError('42P13', isProcedure ? 'procedures cannot accept set arguments' : 'functions cannot accept set arguments')

/** 42P13 */
export const defaultsMustFollow = () =>
  new DbError('42P13', 'input parameters after one with a default value must also have defaults')

/** 42P13 */
export const outAfterDefault = () =>
  new DbError('42P13', 'procedure OUT parameters cannot appear after one with a default value')

/** 42704: an argument's, which PostgreSQL does not quote. @param {string} name */
export const noArgumentType = (name) => new DbError('42704', `type ${name} does not exist`)

/** 42809. @param {boolean} isAggregate @param {string} name @param {string} what */
export const isNotRoutine = (isAggregate, name, what) =>
  new DbError('42809', isAggregate ? `function ${name} is not an aggregate` : `${name} is not ${what}`)

/** 42883. @param {boolean} isStar @param {string} name @param {string} types */
export const undefinedAggregate = (isStar, name, types) =>
  new DbError('42883', isStar ? `aggregate ${name}(*) does not exist` : `aggregate ${name}(${types}) does not exist`)

/** 42501. @param {string} kind @param {string} name */
export const mustOwnRoutine = (kind, name) => new DbError('42501', `must be owner of ${kind} ${name}`)

/** 42723. @param {string} signature @param {string | undefined} schema */
export const routineExistsInSchema = (signature, schema) =>
  new DbError('42723', `function ${signature} already exists in schema "${schema}"`)

/** 42809. @param {string} name @param {string} [hint] */
export const isAnAggregate = (name, hint) => new DbError('42809', `"${name}" is an aggregate function`, { hint })

/** 42P13 */
export const procedureAttribute = () => new DbError('42P13', 'invalid attribute in procedure definition')
