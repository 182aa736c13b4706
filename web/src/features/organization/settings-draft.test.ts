import type { OrganizationSettings } from '@cresyl/contract/organizations'
import { describe, expect, test } from 'vitest'
import { changeOf, checkDraft, draftOf, mergeDrafts } from './settings-draft.ts'

const settings: OrganizationSettings = {
  id: '0199f0a0-0000-7000-8000-000000000001',
  organization_id: '0199f0a0-0000-7000-8000-000000000002',
  display_name: 'Demo',
  branding: { primary: '#6b2fa0', accent: null, logo: '/pictures/1' },
  time_zone: 'UTC',
  retention_days: 30,
  label_visibility: 'managers',
  annotation_classes: [{ name: 'Tumour', color: '#c5303b', hotkey: 't' }],
  qc_automatic: true,
  qc_thresholds: { common: {}, stains: {} },
  quota_bytes: null,
  updated_at: '2026-11-15T00:00:00Z',
  version: 3,
}
const base = draftOf(settings)

describe('what is sent', () => {
  test('is nothing where nothing changed, in whichever case the colours are', () => {
    expect(changeOf(base, { ...base, primary: '#6B2FA0', display_name: ' Demo ' })).toEqual({})
  })

  test('is what differs, with the branding kept together', () => {
    expect(
      changeOf(base, { ...base, primary: '', logo: 'data:image/png;base64,AA==', retention_days: '90' }),
    ).toEqual({ branding: { primary: null, logo: 'data:image/png;base64,AA==' }, retention_days: 90 })
  })

  test('is every class once one of them changed', () => {
    const [tumour] = base.annotation_classes
    if (!tumour) throw new Error('no class')
    expect(changeOf(base, { ...base, annotation_classes: [{ ...tumour, hotkey: '' }] })).toEqual({
      annotation_classes: [{ name: 'Tumour', color: '#C5303B', hotkey: null }],
    })
  })
})

describe('checks', () => {
  test('the stored settings are right', () => {
    expect(checkDraft(base)).toEqual({})
  })

  test.each(['0', '3651', '1.5', '', '-1', 'ten', '1e3'])('“%s” days are refused', (retention_days) => {
    expect(checkDraft({ ...base, retention_days }).retention_days).toContain('3,650')
  })

  test('an unfinished colour is no colour', () => {
    expect(checkDraft({ ...base, primary: '#6B2' }).primary).toContain('#6B2FA0')
  })

  test('a colour that cannot be read is refused with a sentence', () => {
    expect(checkDraft({ ...base, primary: '#FFFF66' }).primary).toMatch(/\.$/)
  })

  test('an unknown time zone and a name of spaces are refused', () => {
    expect(Object.keys(checkDraft({ ...base, time_zone: 'Mars', display_name: ' ' })).sort()).toEqual([
      'display_name',
      'time_zone',
    ])
  })
})

describe('two people editing', () => {
  test('different fields are put together', () => {
    const merge = mergeDrafts(base, { ...base, time_zone: 'Europe/Berlin' }, { ...base, accent: '#EDE4F7' })
    expect(merge.conflicts).toEqual([])
    expect(merge.draft).toMatchObject({ time_zone: 'Europe/Berlin', accent: '#EDE4F7' })
  })

  test('the same field is a choice, and what was typed stays', () => {
    const merge = mergeDrafts(base, { ...base, display_name: 'Mine' }, { ...base, display_name: 'Theirs' })
    expect(merge.conflicts).toEqual(['display_name'])
    expect(merge.draft.display_name).toBe('Mine')
  })

  test('the same change by both is no conflict', () => {
    const both = { ...base, retention_days: '60' }
    expect(mergeDrafts(base, both, both).conflicts).toEqual([])
  })
})
