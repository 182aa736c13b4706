import { z } from 'zod'

// Zod finds out whether it may compile its checks by trying, as soon as the first schema is made. In the browser
// the content security policy forbids that, and each try would be reported as a violation.
if ('document' in globalThis) z.config({ jitless: true })

z.config({ customError: describeFault })

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const formats: Record<string, string> = {
  uuid: 'an id',
  email: 'an e-mail address',
  url: 'an address',
  datetime: 'a time',
}

/** What is wrong with a value, in words for people; a schema's own message comes before it. */
function describeFault(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Required' : `Must be ${kinds[issue.expected] ?? issue.expected}`
    case 'too_big':
      return `At most ${issue.maximum}${unitOf(issue.origin)}`
    case 'too_small':
      return `At least ${issue.minimum}${unitOf(issue.origin)}`
    case 'invalid_format':
      return formats[issue.format] && `Must be ${formats[issue.format]}`
    case 'invalid_value':
      return `Must be one of: ${issue.values.join(', ')}`
    default:
      return undefined
  }
}

function unitOf(origin: string): string {
  return origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : ''
}

export { z }
