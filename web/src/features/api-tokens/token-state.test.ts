import { apiTokenLimits } from '@cresyl/contract/api/limits'
import type { ApiToken } from '@cresyl/contract/people/api-tokens'
import { expect, test } from 'vitest'
import { defaultExpiry, expiries, stateOf } from './token-state.ts'

const now = new Date('2026-11-15T12:00:00Z')
const token: ApiToken = {
  id: '0199f0a0-0000-7000-8000-000000000001',
  name: 'Scanner',
  prefix: 'cresyl_ab',
  permissions: [],
  created_by: null,
  created_at: '2026-11-01T00:00:00Z',
  expires_at: '2026-11-15T12:00:01Z',
  last_used_at: null,
  revoked_at: null,
}

test('a token is active until it expires or is revoked', () => {
  expect(stateOf(token, now)).toBe('active')
  expect(stateOf({ ...token, expires_at: '2026-11-15T12:00:00Z' }, now)).toBe('expired')
  expect(stateOf({ ...token, revoked_at: '2026-11-02T00:00:00Z' }, now)).toBe('revoked')
})

test('every expiry that is offered is one the server takes', () => {
  expect(Math.max(...expiries)).toBeLessThanOrEqual(apiTokenLimits.days)
  expect(expiries).toContain(defaultExpiry)
})
