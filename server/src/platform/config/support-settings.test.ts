import { describe, expect, test } from 'vitest'
import { parse, refusal } from './test-parse.ts'

describe('HubSpot', () => {
  test('is not used unless there is a token', () => {
    expect(parse({}).hubspot).toBeNull()
    expect(parse({ HUBSPOT_TOKEN: '' }).hubspot).toBeNull()
  })

  test('is asked at its own address, or at another', () => {
    expect(parse({ HUBSPOT_TOKEN: 'pat-eu1-1234' }).hubspot).toEqual({
      token: 'pat-eu1-1234',
      url: 'https://api.hubapi.com',
    })
    expect(parse({ HUBSPOT_TOKEN: 'pat-eu1-1234', HUBSPOT_URL: 'http://127.0.0.1:9/' }).hubspot?.url).toBe(
      'http://127.0.0.1:9',
    )
  })

  test.each([
    [{ HUBSPOT_URL: 'https://api.hubapi.com' }, 'HUBSPOT_TOKEN is missing: HUBSPOT_URL alone sends nothing'],
    [
      { HUBSPOT_TOKEN: 'two words' },
      'HUBSPOT_TOKEN must be the access token of a private app, without spaces',
    ],
    [
      { HUBSPOT_TOKEN: 'pat-eu1-1234', HUBSPOT_URL: 'api.hubapi.com' },
      'HUBSPOT_URL must be an address such as https://api.hubapi.com',
    ],
    [{ HUBSPOT_KEY: 'abc' }, 'HUBSPOT_KEY is not a setting of Cresyl'],
  ])('%o is refused', (environment, fault) => {
    expect(refusal(environment)).toContain(fault)
  })
})
