import { expect, test } from 'vitest'
import { isOn, turn } from './notification-choices.ts'

test('by default one is told in the app and not by e-mail', () => {
  expect(isOn({}, 'member.joined', 'in_app')).toBe(true)
  expect(isOn({}, 'member.joined', 'email')).toBe(false)
})

test('one switch changes one thing of one kind', () => {
  const before = {
    'member.joined': { in_app: false, email: false },
    'security.api_token': { in_app: false, email: true },
  }
  expect(turn(before, 'member.joined', 'email', true)).toEqual({
    'member.joined': { in_app: false, email: true },
  })
  expect(turn({}, 'member.joined', 'in_app', false)).toEqual({
    'member.joined': { in_app: false, email: false },
  })
})
