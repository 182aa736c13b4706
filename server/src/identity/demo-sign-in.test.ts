import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { parseConfig } from '../platform/config/config.ts'
import { requestedDemoUser } from './demo-sign-in.ts'

const demo = parseConfig({ CRESYL_DEMO: 'true' }, '/nowhere')

function requestFrom(remoteAddress: string | undefined): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  return new IncomingMessage(socket)
}

test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('trusts %s', (address) => {
  expect(requestedDemoUser(demo, requestFrom(address), 'user@demo.cresyl')).toBe('user@demo.cresyl')
})

test.each(['192.168.1.7', '::ffff:10.0.0.1', '2001:db8::1', '', undefined])(
  'does not trust %s',
  (address) => {
    expect(requestedDemoUser(demo, requestFrom(address), 'user@demo.cresyl')).toBeUndefined()
  },
)

test('knows only the demo users, and nobody outside of demo mode', () => {
  const local = requestFrom('127.0.0.1')
  expect(requestedDemoUser(demo, local, 'else@demo.cresyl')).toBeUndefined()
  expect(requestedDemoUser(demo, local, undefined)).toBeUndefined()
  const real = parseConfig({ CRESYL_DEMO: 'false' }, '/nowhere')
  expect(requestedDemoUser(real, local, 'user@demo.cresyl')).toBeUndefined()
})
