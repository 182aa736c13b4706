import { describe, expect, test } from 'vitest'
import { auditLog, queryOf } from './filter.ts'

const id = '01938b5e-0000-7000-8000-000000000001'
const read = (search: string) => auditLog.read(new URLSearchParams(search))
const now = new Date('2026-11-17T12:34:56.789Z')

describe('the filter of the audit log', () => {
  test('is what the address says', () => {
    const filter = read(
      `tab=audit&search=+ada+&event=slide.viewed&event=file.stored&kind=slide&person=${id}&address=10.0.0.1&refused=true`,
    )
    expect(filter).toEqual({
      ...auditLog.usual,
      search: 'ada',
      events: ['file.stored', 'slide.viewed'],
      kind: 'slide',
      person: id,
      address: '10.0.0.1',
      refused: true,
    })
  })

  test('takes what makes no sense as not said', () => {
    const filter = read(
      'event=x&kind=y&person=me&subject=1&period=soon&from=2026-13-41&to=today&superadmin=1',
    )
    expect(filter).toEqual(auditLog.usual)
    expect(auditLog.isFiltered(filter)).toBe(false)
  })

  test('changes without touching what else the address says', () => {
    const before = new URLSearchParams('tab=audit&event=slide.viewed&search=x')
    const changed = auditLog.change(before, {
      events: ['file.stored', 'file.created'],
      search: '',
      refused: true,
    })
    expect(changed.toString()).toBe('tab=audit&event=file.stored&event=file.created&refused=true')
    expect(auditLog.isFiltered(auditLog.read(changed))).toBe(true)
  })

  test('asks for the last day by the minute, and for days from midnight to midnight here', () => {
    expect(queryOf(read('period=day'), now)).toEqual({ from: '2026-11-16T12:34:00.000Z' })
    expect(queryOf(read('period=custom&from=2026-11-03&to=2026-11-03'), now)).toEqual({
      from: new Date('2026-11-03T00:00:00').toISOString(),
      to: new Date('2026-11-04T00:00:00').toISOString(),
    })
    expect(queryOf(read('period=custom'), now)).toEqual({})
  })

  test('asks for what the platform did by itself', () => {
    expect(queryOf(read('person=platform'), now)).toEqual({ platform: true })
  })
})
