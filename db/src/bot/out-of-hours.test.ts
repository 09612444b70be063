import { describe, expect, test } from 'vitest'
import { defaultOpeningHours } from './opening-hours.ts'
import { isMuteWhenClosed, outOfHoursText } from './out-of-hours.ts'

const setup = (scheduleType: 'disabled' | 'company' | 'queue', outOfHoursMessage = 'Conexão fechada') => ({
  scheduleType,
  outOfHoursMessage,
  companyHours: defaultOpeningHours,
})
const queue = (outOfHoursMessage: string) => ({ hours: defaultOpeningHours, outOfHoursMessage })

describe('who writes when it is closed', () => {
  test('reads the queue’s words when its hours count, else the connection’s', () => {
    expect(outOfHoursText(setup('queue'), queue('Fila fechada'))).toBe('Fila fechada')
    expect(outOfHoursText(setup('company'), queue('Fila fechada'))).toBe('Conexão fechada')
  })

  test('reads the connection’s words where the queue has none', () => {
    expect(outOfHoursText(setup('queue'), queue(' \n'))).toBe('Conexão fechada')
  })
})

test.each([
  ['no hours count', setup('disabled', ''), queue(''), false],
  ['the company’s count, and the connection says nothing', setup('company', ' '), queue('Fila fechada'), true],
  ['the company has none', { ...setup('company', ''), companyHours: null }, null, false],
  ['the connection speaks for the queue', setup('queue'), queue(''), false],
  ['the queue speaks', setup('queue', ''), queue('Fila fechada'), false],
  ['neither speaks', setup('queue', ''), queue(''), true],
  ['the queue is always open', setup('queue', ''), { ...queue(''), hours: null }, false],
])('%s: nobody is told: %s', (_, of, own, isMute) => {
  expect(isMuteWhenClosed(of, own)).toBe(isMute)
})
