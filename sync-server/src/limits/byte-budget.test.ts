import { expect, test } from 'vitest'
import { createByteBudget } from './byte-budget.ts'

const asker = (companyId: string, userId = `${companyId}-one`) => ({ companyId, userId })

test('a person holds a share of the company’s, a company its own, and what is given back can be held again', () => {
  const budget = createByteBudget({ ofUser: 6, ofCompany: 10, inAll: 100 })
  const [first, second, third] = [asker('a', 'a1'), asker('a', 'a1'), asker('a', 'a2')].map((one) => budget.hold(one))
  expect([first?.add(4), second?.add(3), second?.add(2)]).toEqual([true, false, true])
  expect([third?.add(5), third?.add(4)]).toEqual([false, true])
  first?.release()
  expect([second?.add(4), third?.add(2)]).toEqual([true, false])
  for (const each of [first, second, third]) each?.release()
  expect(budget.hold(asker('a', 'a1')).add(6)).toBe(true)
})

test('where others hold all there is, a company that holds less than an equal share still holds some', () => {
  const budget = createByteBudget({ ofUser: 10, ofCompany: 10, inAll: 20 })
  const [first, second, third] = ['a', 'b', 'c'].map((company) => budget.hold(asker(company)))
  expect([first?.add(10), second?.add(10)]).toEqual([true, true])
  expect([third?.add(10), third?.add(5)]).toEqual([false, true])
})
