// Scripted traffic for demonstrations. A scenario runs inside the simulator and is started over the admin API, from the
// page or the command line.

import type { WhatsAppServer } from '../server/whatsapp-server.ts'
import { busyMorning } from './busy-morning.ts'
import { firstMinute } from './first-minute.ts'

export interface ScenarioStart {
  server: WhatsAppServer
  /** Whom the customers write to. */
  company: string
  /** Over how long they begin; 0: all at once. */
  durationMs: number
}

export interface Scenario {
  name: string
  title: string
  about: string
  durationMs: number
  /** Returns at once; what happens then is seen on the phones. */
  start(options: ScenarioStart): { customers: number; messages: number }
}

export const scenarios: Scenario[] = [busyMorning, firstMinute]

export const findScenario = (name: string) => scenarios.find((scenario) => scenario.name === name)
