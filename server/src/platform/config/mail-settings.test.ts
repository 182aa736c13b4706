import { describe, expect, test } from 'vitest'
import { parse, refusal } from './test-parse.ts'

describe('e-mail', () => {
  const url = 'smtps://cresyl:hunter2@mail.example.org:465'

  test.each(['cresyl@example.org', 'Cresyl <cresyl@example.org>', '<cresyl@example.org>'])(
    'is sent from %s',
    (from) => {
      expect(parse({ SMTP_URL: url, SMTP_FROM: from }).mail).toEqual({ url, from })
    },
  )

  test.each([
    [{ SMTP_URL: url }, 'SMTP_FROM is missing: e-mail needs a sender such as Cresyl <cresyl@example.org>'],
    [{ SMTP_FROM: 'a@b.example' }, 'SMTP_URL is missing: SMTP_FROM alone sends nothing'],
    [
      { SMTP_URL: 'mail.example.org', SMTP_FROM: 'a@b.example' },
      'SMTP_URL must be an address such as smtps://user:password@mail.example.org',
    ],
    [
      { SMTP_URL: url, SMTP_FROM: 'Cresyl' },
      'SMTP_FROM must be an e-mail address, or a name and one such as Cresyl <cresyl@example.org>',
    ],
    [
      { SMTP_URL: url, SMTP_FROM: 'Cresyl\nBcc: x@y.example <a@b.example>' },
      'SMTP_FROM must be an e-mail address, or a name and one such as Cresyl <cresyl@example.org>',
    ],
  ])('%o is refused', (environment, fault) => {
    expect(refusal(environment)).toBe(
      `Cresyl can't start: ${fault}. Correct this (docs/configuration.md lists every setting).`,
    )
  })
})
