// The registry of jobs that meet the worker in Postgres. `connection.start` and notifications go to whichever worker is free;
// the others go to the queue of one connection, which its lease holder empties in order.
import * as v from 'valibot'
import { idArg } from './kit/args.ts'

/** Any worker may take the connection and open its session. */
export const startQueue = 'connection.start'
export const startJob = v.object({ connectionId: idArg })

/** The mutation that a job comes of, and its rows that the job is about; only where traces are told, and never by older servers. */
const jobCause = v.object({ mutationId: idArg, rowIds: v.array(idArg) })
export type JobCause = v.InferOutput<typeof jobCause>

export const connectionQueue = (connectionId: string) => `connection/${connectionId}`

/** What the holder of a connection is told. */
export const connectionJob = v.variant('name', [
  /** There are own messages to send, or things to do to messages: all pending ones of the connection, oldest first. */
  v.object({ name: v.literal('sender.wake'), cause: v.optional(jobCause) }),
  /** The same, as older servers say it. */
  v.object({ name: v.picklist(['message.send', 'message.act']) }),
  /** The conversation was opened: tell the customer that everything up to now was read. */
  v.object({ name: v.literal('message.read'), ticketId: idArg }),
  /** Somebody wants another link, or a code to link with: look at the row. */
  v.object({ name: v.literal('connection.link') }),
  /** Somebody writes in the conversation: worth telling only while it is `at`. */
  v.object({
    name: v.literal('ticket.typing'),
    ticketId: idArg,
    state: v.picklist(['composing', 'recording', 'paused']),
    at: v.pipe(v.string(), v.isoTimestamp()),
  }),
  /** WhatsApp has a received file no more: ask the phone to upload it again. */
  v.object({ name: v.literal('media.renew'), messageId: idArg }),
  /** Whether the contact's number is on WhatsApp: the answer goes into its row. */
  v.object({ name: v.literal('contact.check'), contactId: idArg }),
  /** There are numbers to be asked for, or campaigns to be sent. */
  v.object({ name: v.literal('outreach.wake') }),
  v.object({ name: v.literal('connection.disconnect') }),
])
export type ConnectionJob = v.InferOutput<typeof connectionJob>

/** Each night: files that nobody names. */
export const sweepQueue = 'media.sweep'

/** Somebody wants a phone's address book among the contacts. */
export const contactImportQueue = 'contact.import'
export const contactImportJob = v.object({ importId: idArg })

/** Somebody asked for a person's data, or to have them forgotten. */
export const privacyQueue = 'privacy.run'
export const privacyJob = v.object({ requestId: idArg })

/** Each night: what companies keep no longer. */
export const retentionQueue = 'retention.run'

/** A received message has a file that is still at WhatsApp. */
export const mediaFetchQueue = 'media.fetch'
export const mediaFetchJob = v.object({ messageId: idArg })

/** What a message was said in; jobs of older servers know tickets alone. */
const saidIn = v.optional(v.picklist(['ticket', 'chat']), 'ticket')

/** A customer's message, one of the team's chat, or a note that mentions colleagues was stored: find out which devices are to be told. */
export const notificationQueue = 'notification.send'
export const notificationJob = v.union([v.object({ noteId: idArg }), v.object({ messageId: idArg, of: saidIn })])
export type NotificationJob = v.InferOutput<typeof notificationJob>

/** A responder owes a ticket's customer an answer, or more of one. */
export const answerQueue = 'responder.answer'
export const answerJob = v.object({ ticketId: idArg })

/** Forget what models were asked long ago. */
export const forgetCallsQueue = 'model.forget'

/** Take what was closed long ago off the devices. */
export const archiveQueue = 'ticket.archive'

/** Do what is due to tickets by the time that passed. */
export const timersQueue = 'ticket.timers'

/** Send the scheduled messages whose time has come. */
export const schedulesQueue = 'schedule.send'

/** Start campaigns whose time has come, and end those that are over. */
export const campaignsQueue = 'campaign.run'

/** Put together what changes of tickets added to the dashboard's figures. */
export const figuresQueue = 'figures.fold'

/** Forget what webhooks were told long ago. */
export const webhooksQueue = 'webhooks.forget'

/** A webhook was switched off by itself: mail it to one of the company's admins. A letter a job, so that one that fails is tried again alone. */
export const webhookOffQueue = 'webhook.off'
export const webhookOffJob = v.object({ endpointId: idArg, userId: idArg })
export type WebhookOffJob = v.InferOutput<typeof webhookOffJob>

/**
 * 'forgotten': somebody wrote this address where passwords are; whoever logs in with it, if anybody does, gets a link. 'invitation': somebody of the
 * company, `by` name, invited this user. 'signup': somebody wants to open a company, which waits.
 */
export const accountLetterQueue = 'account.letter'
export const accountLetterJob = v.variant('kind', [
  v.object({ kind: v.literal('forgotten'), email: v.string() }),
  v.object({ kind: v.literal('invitation'), userId: idArg, by: v.string() }),
  v.object({ kind: v.literal('signup'), signupId: idArg }),
])
export type AccountLetterJob = v.InferOutput<typeof accountLetterJob>

/** Make invoices, and look for payments that nobody told of. */
export const billingQueue = 'billing.run'

/** Take away what deleted companies have. */
export const companyRemovalQueue = 'company.remove'

/** Tell one device, of a mention, of a message or (null) for a try. A device a job, so that one that fails is tried again alone. */
export const deliveryQueue = 'notification.deliver'
export const deliveryJob = v.union([
  v.object({ subscriptionId: idArg, mentionId: idArg }),
  v.object({ subscriptionId: idArg, messageId: v.nullable(idArg), of: saidIn }),
])
export type DeliveryJob = v.InferInput<typeof deliveryJob>
