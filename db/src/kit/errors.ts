// Every refusal that a person can meet, once: code → HTTP status here, code → translated text in web/src/lib/text/error-message.ts.
// Code decides by `code`, never by message text.

export const errorStatus = {
  ERR_VALIDATION: 400,
  ERR_INVALID_CREDENTIALS: 401,
  /** The session was revoked, replaced or never existed: the client drops it. */
  ERR_SESSION_REVOKED: 401,
  ERR_SESSION_REPLACED: 401,
  /** No connection has this token for the messages API, or not any more. */
  ERR_INVALID_TOKEN: 401,
  /** The code, passkey or recovery code is none of theirs, or was used; the password was right. */
  ERR_INVALID_SECOND_FACTOR: 400,
  /** What was begun took too long, or is finished: begin again. */
  ERR_LOGIN_STEP_EXPIRED: 410,
  /** The link to a password was used, took too long, was replaced by another, or is none. */
  ERR_LINK_EXPIRED: 410,
  /** The installation sends no mail, whomever to. */
  ERR_MAIL_NOT_CONFIGURED: 409,
  /** The password is right, and a second factor is asked for: `step` to go on with, `methods` that they have. */
  ERR_SECOND_FACTOR_REQUIRED: 403,
  /** The password is right, and the company wants a second factor that they don't have: `step` to set it up with. */
  ERR_SECOND_FACTOR_SETUP: 403,
  /** All that is wanted was shown, and the login would log `devices` out: `step` to go on with. Only for who said that they ask. */
  ERR_LOGGED_IN_ELSEWHERE: 409,
  ERR_SUBSCRIPTION_EXPIRED: 402,
  /** Whoever runs the installation has switched the company off, whatever it has paid. */
  ERR_COMPANY_OFF: 402,
  /** The access token ran out: the client refreshes once and asks again. */
  ERR_SESSION_EXPIRED: 403,
  ERR_NO_PERMISSION: 403,
  ERR_USER_CREATION_DISABLED: 403,
  /** The company's plan does not have what this is part of. */
  ERR_PLAN_FEATURE: 403,
  ERR_NOT_FOUND: 404,
  /** No query has this name, at least not here. */
  ERR_UNKNOWN_QUERY: 404,
  ERR_NO_TICKET_FOUND: 404,
  ERR_NO_CONTACT_FOUND: 404,
  ERR_NO_QUEUE_FOUND: 404,
  ERR_NO_USER_FOUND: 404,
  ERR_NO_WAPP_FOUND: 404,
  ERR_NO_DEF_WAPP_FOUND: 404,
  ERR_NO_MESSAGE_FOUND: 404,
  ERR_NO_TAG_FOUND: 404,
  /** Also for whoever is no member of it. */
  ERR_NO_CHAT_FOUND: 404,
  /** Settings are named by the id of their company or by their key, and the one that was named is not there. */
  ERR_NO_SETTING_FOUND: 404,
  /** The message that is answered is gone, or was never in this conversation. */
  ERR_FETCH_WAPP_MSG: 404,
  /** The file is known, and its content can't be had. */
  ERR_WAPP_DOWNLOAD_MEDIA: 404,
  /** The file that a message names was not uploaded, or is another company's. */
  ERR_NO_MEDIA_FOUND: 404,
  ERR_OTHER_OPEN_TICKET: 409,
  ERR_TICKET_STATUS: 409,
  /** It was sent, or is being sent at this moment. */
  ERR_SCHEDULE_SENT: 409,
  ERR_CAMPAIGN_RUNNING: 409,
  ERR_CONTACT_LIST_IN_USE: 409,
  ERR_FILE_LIST_IN_USE: 409,
  ERR_DUPLICATED_ID: 409,
  /** Something else was sent with this key. */
  ERR_IDEMPOTENCY_KEY_REUSED: 409,
  ERR_DUPLICATED_NAME: 409,
  /** Somebody logs in with it, maybe of another company. */
  ERR_DUPLICATED_EMAIL: 409,
  /** A company keeps somebody who runs it. */
  ERR_NO_OTHER_ADMIN: 409,
  ERR_DUPLICATED_CONTACT: 409,
  /** A conversation that whoever changes the number may not see goes over it. */
  ERR_NUMBER_IN_USE: 403,
  ERR_QUEUE_COLOR_ALREADY_EXISTS: 409,
  /** A company that has connections has a default one. */
  ERR_NO_OTHER_WHATSAPP: 409,
  /** Who may choose between queues is greeted first. */
  ERR_WAPP_GREETING_REQUIRED: 409,
  /** An edit met a newer one in the same field: `conflicts` has both values. */
  ERR_CONFLICT: 409,
  /** WhatsApp did not say whether the number is there; it says that it is not. */
  ERR_WAPP_CHECK_CONTACT: 409,
  ERR_WAPP_INVALID_CONTACT: 409,
  /** Too old, not own, deleted already, or never sent. */
  ERR_EDIT_WAPP_MSG: 409,
  ERR_DELETE_WAPP_MSG: 409,
  /** Deleted, never sent, or of a kind that can't be. */
  ERR_REACT_WAPP_MSG: 409,
  ERR_FORWARD_WAPP_MSG: 409,
  /** The company wants everybody to have a second factor, and it would be their last one. */
  ERR_SECOND_FACTOR_NEEDED: 409,
  ERR_PLAN_LIMIT: 409,
  /** Nothing is owed for it any more. */
  ERR_INVOICE_PAID: 409,
  /** It was voided: plan or recurrence are others now. */
  ERR_INVOICE_VOID: 409,
  /** The plan costs nothing: there is no code to pay it with. */
  ERR_PLAN_FREE: 409,
  /** A provider told of it, it was taken back before, or takes another one back. */
  ERR_PAYMENT_NOT_REVERSIBLE: 409,
  /** Companies have it, or have paid for it. */
  ERR_PLAN_IN_USE: 409,
  /** More is in use than the plan would have: `over` says of what. */
  ERR_PLAN_TOO_SMALL: 409,
  /** Whoever runs the installation takes no new companies. */
  ERR_SIGNUP_CLOSED: 403,
  /** The operator has not said yet how companies pay. */
  ERR_PAYMENT_NOT_CONFIGURED: 409,
  /** The server was given no keys to seal secrets with. */
  ERR_KEYS_NOT_CONFIGURED: 409,
  /** The payment service did not answer, or not as it should. */
  ERR_PAYMENT_UNAVAILABLE: 502,
  /** The service of an integration did not answer, or not as it should: `reason` says what. */
  ERR_INTEGRATION_UNAVAILABLE: 502,
  /** A language model gave no answer that could be used: `problem` says why (db/src/node/ai/ai-error.ts). */
  ERR_AI: 502,
  /** The company has not said by which prompt people are helped to write. */
  ERR_COPILOT_OFF: 409,
  /** The ticket's connection was deleted: nothing can be said through it. */
  ERR_WAPP_NOT_INITIALIZED: 409,
  /** The rest of the body did not come in time. */
  ERR_REQUEST_TIMEOUT: 408,
  ERR_MEDIA_TOO_LARGE: 413,
  /** More than any screen shows. */
  ERR_QUERY_TOO_LARGE: 413,
  /** The company keeps as many files as it may. */
  ERR_STORAGE_FULL: 413,
  /** What arrived is not what was announced: the hash of the content differs. */
  ERR_MEDIA_CORRUPTED: 422,
  ERR_UNKNOWN_MUTATION: 422,
  /** The database had no answer within the time that a query may take. */
  ERR_QUERY_TOO_SLOW: 422,
  /** The app is too old for this server. */
  ERR_UPDATE_REQUIRED: 426,
  ERR_TOO_MANY_REQUESTS: 429,
  /** WhatsApp did not take a message. */
  ERR_SENDING_WAPP_MSG: 502,
  /** The database refused a new row, for no reason that has a code of its own. */
  ERR_CREATING_TICKET: 500,
  ERR_CREATING_MESSAGE: 500,
  ERR_INTERNAL: 500,
} as const

export type ErrorCode = keyof typeof errorStatus

/** Facts that a refusal carries for its reader, e.g. who holds the open ticket. Never secrets. */
export type ErrorDetails = Record<string, unknown>

/** A refusal with a code of the catalogue. Anything else that is thrown is a bug and becomes ERR_INTERNAL. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails | undefined

  constructor(code: ErrorCode, details?: ErrorDetails) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }

  get status() {
    return errorStatus[this.code]
  }
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorStatus, code)
}

/** What is wrong with one of the arguments, where their schema can't tell. */
export const invalid = (field: string, problem: string) =>
  new AppError('ERR_VALIDATION', { fields: { [field]: [problem] } })
