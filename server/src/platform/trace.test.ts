import { describe, expect, it } from 'vitest'
import { newId } from './id.ts'
import { traceOf } from './trace.ts'

const id = '4bf92f3577b34da6a3ce929d0e0e4736'
const parent = '00f067aa0ba902b7'
const request = newId()

describe('the trace of a request', () => {
  it('is the one that its header names', () => {
    expect(traceOf(`00-${id}-${parent}-01`, request)).toEqual({ id, parent })
    expect(traceOf(`00-${id}-${parent}-00`, request)).toEqual({ id, parent })
  })

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['another version', `01-${id}-${parent}-01`],
    ['the forbidden version', `ff-${id}-${parent}-01`],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${parent}-01`],
    ['a parent of zeros', `00-${id}-${'0'.repeat(16)}-01`],
    ['capitals', `00-${id.toUpperCase()}-${parent}-01`],
    ['a short trace', `00-${id.slice(1)}-${parent}-01`],
    ['something behind it', `00-${id}-${parent}-01-more`],
    ['a line break behind it', `00-${id}-${parent}-01\n`],
    ['two headers', `00-${id}-${parent}-01, 00-${id}-${parent}-01`],
    ['a list', [`00-${id}-${parent}-01`]],
  ])('begins with the request where there is %s', (_what, header) => {
    const trace = traceOf(header, request)

    expect(trace).toEqual({ id: request.replaceAll('-', '') })
    expect(trace.id).toMatch(/^[0-9a-f]{32}$/)
  })
})
