import { sql } from '../../sync/client.ts'

export interface QueueRow {
  id: string
  name: string
  color: string
  orderQueue: number
  greetingMessage: string
}

export const allQueues = sql<QueueRow>`select id, name, color, order_queue, greeting_message from queues`
