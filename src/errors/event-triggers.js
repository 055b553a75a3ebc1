/** Conditions around event triggers. Texts are PostgreSQL's. */
import { DbError } from './db-error.js'

/** 42501 @param {string} name */
export const eventTriggerDenied = (name) =>
  new DbError('42501', `permission denied to create event trigger "${name}"`, {
    hint: 'Must be superuser to create an event trigger.',
    routine: 'CreateEventTrigger',
  })

/** 42501 @param {string} name */
export const eventTriggerOwnerDenied = (name) =>
  new DbError('42501', `permission denied to change owner of event trigger "${name}"`, {
    hint: 'The owner of an event trigger must be a superuser.',
  })

/** 42601 @param {string} event */
export const unknownEvent = (event) =>
  new DbError('42601', `unrecognized event name "${event}"`, { routine: 'CreateEventTrigger' })

/** 42601 @param {string} variable */
export const unknownFilterVariable = (variable) => new DbError('42601', `unrecognized filter variable "${variable}"`)

/** 42601 @param {string} variable */
export const variableTwice = (variable) =>
  new DbError('42601', `filter variable "${variable}" specified more than once`)

/** 42601 @param {string} tag */
export const unknownFilterTag = (tag) =>
  new DbError('42601', `filter value "${tag}" not recognized for filter variable "tag"`)

/** 0A000 @param {string} tag */
export const unsupportedFilterTag = (tag) => new DbError('0A000', `event triggers are not supported for ${tag}`)

/** 42710 @param {string} name */
export const duplicateEventTrigger = (name) => new DbError('42710', `event trigger "${name}" already exists`)

/** 42704 @param {string} name */
export const undefinedEventTrigger = (name) => new DbError('42704', `event trigger "${name}" does not exist`)

/** 42P17 @param {string} name of the function */
export const notEventTriggerFunction = (name) =>
  new DbError('42P17', `function ${name} must return type event_trigger`)
