import { expect, test } from 'vitest'
import { mayMention, mentionsIn } from './mentions.ts'

const ana = { id: '111000111@lid', phoneNumber: '5511988887777@s.whatsapp.net' }
const bia = { id: '222000222@lid' }

test('participants are mentioned by the id that the group uses, once each; other digits are text', () => {
  const text = '@5511988887777 e @222000222, liguem @5511900000000. @5511988887777?'
  expect(mentionsIn(text, [ana, bia])).toEqual({
    text: '@111000111 e @222000222, liguem @5511900000000. @111000111?',
    jids: ['111000111@lid', '222000222@lid'],
  })
})

test('a text without digits after an @ needs nobody’s list', () => {
  expect([mayMention('ana@loja.com.br @todos @12'), mayMention('oi @5511988887777')]).toEqual([false, true])
})
