import type { OrganizationSettings } from '@cresyl/contract/people/organizations'
import { describe, expect, test } from 'vitest'
import { listChanges, pick } from '../../ui/edit-form/merge-drafts.ts'
import { checkSettings, readSettings, type SettingsDraft, toChange, writeSettings } from './settings-draft.ts'

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
const base = readSettings(settings)
const changeOf = (draft: SettingsDraft) =>
  toChange(pick(writeSettings(draft), listChanges(writeSettings, base, draft)))

describe('what is sent', () => {
  test('is nothing where nothing changed, in whichever case the colours are', () => {
    expect(changeOf({ ...base, primary: '#6B2FA0', display_name: ' Demo ' })).toEqual({})
  })

  test('is what differs, with the branding kept together', () => {
    expect(
      changeOf({ ...base, primary: '', logo: 'data:image/png;base64,AA==', retention_days: '90' }),
    ).toEqual({ branding: { primary: null, logo: 'data:image/png;base64,AA==' }, retention_days: 90 })
  })

  test('is every class once one of them changed', () => {
    const [tumour] = base.annotation_classes
    if (!tumour) throw new Error('no class')
    expect(changeOf({ ...base, annotation_classes: [{ ...tumour, hotkey: '' }] })).toEqual({
      annotation_classes: [{ name: 'Tumour', color: '#C5303B', hotkey: null }],
    })
  })
})

describe('checks', () => {
  test('the stored settings are right', () => {
    expect(checkSettings(base)).toEqual({})
  })

  test.each(['0', '3651', '1.5', '', '-1', 'ten', '1e3'])('“%s” days are refused', (retention_days) => {
    expect(checkSettings({ ...base, retention_days }).retention_days).toContain('3,650')
  })

  test('an unfinished colour is no colour', () => {
    expect(checkSettings({ ...base, primary: '#6B2' }).primary).toContain('#6B2FA0')
  })

  test('a colour that cannot be read is refused with a sentence', () => {
    expect(checkSettings({ ...base, primary: '#FFFF66' }).primary).toMatch(/\.$/)
  })

  test('an unknown time zone and a name of spaces are refused', () => {
    expect(Object.keys(checkSettings({ ...base, time_zone: 'Mars', display_name: ' ' })).sort()).toEqual([
      'display_name',
      'time_zone',
    ])
  })
})
