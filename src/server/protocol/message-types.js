/** First bytes of PostgreSQL's messages, by the names that its manual gives them: chapter 55.7, "Message Formats". */

// From the client.
export const BIND = 66 // B
export const CLOSE = 67 // C
export const DESCRIBE = 68 // D
export const EXECUTE = 69 // E
export const FUNCTION_CALL = 70 // F
export const FLUSH = 72 // H
export const PARSE = 80 // P
export const QUERY = 81 // Q
export const SYNC = 83 // S
export const TERMINATE = 88 // X
/** While it proves who it is: a password, or its part of SASL. */
export const PROOF = 112 // p

// In the middle of a COPY, from either side.
export const COPY_DONE = 99 // c
export const COPY_DATA = 100 // d
export const COPY_FAIL = 102 // f

// From the server.
export const NOTIFICATION_RESPONSE = 65 // A
export const COMMAND_COMPLETE = 67 // C
export const DATA_ROW = 68 // D
export const ERROR_RESPONSE = 69 // E
export const NOTICE_RESPONSE = 78 // N
export const PARAMETER_STATUS = 83 // S
export const ROW_DESCRIPTION = 84 // T

/** What Describe and Close are about. */
export const STATEMENT = 83 // S
export const PORTAL = 80 // P
