import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataUrl, samples } from '../../domain/pictures/test-pictures.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { readSettings } from '../test-support/organizations-examples.ts'

let api: TestApi
let owner: pg.Client

beforeAll(async () => {
  api = await openTestApi()
  owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await api.close()
})

async function edit(body: unknown, member: TestMember = api.home.admin) {
  const { id } = await readSettings(api, member)
  return request(api, member, { method: 'PATCH', url: `/api/organization-settings/${id}/`, body })
}

async function lastAudit(subjectId: string) {
  const { rows } = await owner.query(
    'select event, organization_id, details from audits where subject_id = $1 order by id desc limit 1',
    [subjectId],
  )
  return rows[0]
}

describe('the settings of an organisation', () => {
  test('start with useful values', async () => {
    const settings = await readSettings(api, api.away.guest)
    expect(settings).toMatchObject({
      organization_id: api.away.guest.organizationId,
      display_name: 'away',
      branding: { primary: null, accent: null, logo: null },
      time_zone: 'UTC',
      retention_days: 30,
      label_visibility: 'managers',
      quota_bytes: null,
      version: 1,
    })
    expect(settings.annotation_classes).toContainEqual({ name: 'Tumour', color: '#C5303B', hotkey: '1' })
  })

  test('are the only ones that a member gets', async () => {
    const reply = await request(api, api.home.admin, { url: '/api/organization-settings/?limit=-1' })
    expect(reply.json).toMatchObject({ count: 1, next: null })
    expect(reply.json.results[0].organization_id).toBe(api.home.admin.organizationId)
  })

  test('can all be changed at once, and the audit log tells from what to what', async () => {
    const before = await readSettings(api, api.home.admin)
    const classes = [
      { name: 'Tumour', color: '#C5303B', hotkey: '1' },
      { name: 'Ker­atin <b>', color: '#1B7F50', hotkey: null },
    ]
    const reply = await edit({
      display_name: '<img src=x onerror=alert(1)>',
      branding: { primary: '#004B8D' },
      time_zone: 'Asia/Kolkata',
      retention_days: 90,
      label_visibility: 'members',
      annotation_classes: classes,
      organization_id: api.home.admin.organizationId,
      version: before.version,
    })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.json).toMatchObject({
      display_name: '<img src=x onerror=alert(1)>',
      branding: { primary: '#004B8D', accent: null, logo: null },
      time_zone: 'Asia/Kolkata',
      retention_days: 90,
      label_visibility: 'members',
      annotation_classes: classes,
      version: before.version + 1,
    })
    expect(await readSettings(api, api.home.guest)).toEqual(reply.json)
    const { json: current } = await request(api, api.home.guest, { url: '/api/organizations/current/' })
    expect(current).toMatchObject({
      display_name: '<img src=x onerror=alert(1)>',
      branding: { primary: '#004B8D' },
    })
    expect(await lastAudit(before.id)).toMatchObject({
      event: 'settings.updated',
      organization_id: api.home.admin.organizationId,
      details: {
        changes: {
          display_name: [before.display_name, '<img src=x onerror=alert(1)>'],
          time_zone: ['UTC', 'Asia/Kolkata'],
          retention_days: [before.retention_days, 90],
          label_visibility: ['managers', 'members'],
        },
      },
    })
  })

  test('keep their version and leave no audit row when nothing changes', async () => {
    const { id, version, display_name, branding, annotation_classes } = await readSettings(
      api,
      api.away.admin,
    )
    const before = await lastAudit(id)
    const reply = await edit({ display_name, branding, annotation_classes, version }, api.away.admin)
    expect([reply.status, reply.json.version]).toEqual([200, version])
    expect(await lastAudit(id)).toEqual(before)
  })

  test('are not overwritten by whoever saw an older version', async () => {
    const { version, retention_days: days } = await readSettings(api, api.home.admin)
    const replies = await Promise.all(
      [1, 2, 3, 4].map((more) => edit({ retention_days: days + more, version })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const winner = replies.find(({ status }) => status === 200)
    const loser = replies.find(({ status }) => status === 409)
    expect(loser?.json).toMatchObject({ code: 'stale_version', current: winner?.json })
  })

  test('of another organisation are unknown and stay as they are', async () => {
    const theirs = await readSettings(api, api.away.admin)
    const reply = await request(api, api.home.admin, {
      method: 'PATCH',
      url: `/api/organization-settings/${theirs.id}/`,
      body: { display_name: 'Taken over' },
    })
    expect([reply.status, reply.json.code]).toEqual([404, 'not_found'])
    expect(await readSettings(api, api.away.admin)).toEqual(theirs)
  })
})

describe('a logo', () => {
  test('is told by its address, in the reply and in the audit log', async () => {
    const url = dataUrl(samples.png)
    const first = await edit({ branding: { logo: url } })
    const address = first.json.branding.logo
    expect(first.text).not.toContain('base64')
    expect(JSON.stringify(await lastAudit(first.json.id))).not.toContain('base64')
    expect((await lastAudit(first.json.id)).details.changes.branding[1].logo).toBe(address)
    const second = await edit({ branding: { logo: address, primary: '#123456' } })
    expect(second.json.branding).toEqual({ primary: '#123456', accent: null, logo: address })
    const third = await edit({ branding: { logo: null, primary: null } })
    expect(third.json.branding).toEqual({ primary: null, accent: null, logo: null })
  })
})

const classOf = (name: string, hotkey: string | null = null) => ({ name, color: '#112233', hotkey })

describe('what is refused', () => {
  test.each<[string, object, string, RegExp]>([
    ['an invented time zone', { time_zone: 'Mars/Olympus' }, 'time_zone', /time zone does not exist/],
    ['an offset for a time zone', { time_zone: '+01:00' }, 'time_zone', /time zone does not exist/],
    ['an empty time zone', { time_zone: '' }, 'time_zone', /time zone does not exist/],
    [
      'SQL for a time zone',
      { time_zone: "UTC'; drop table users; --" },
      'time_zone',
      /time zone does not exist/,
    ],
    [
      'a primary colour that can’t be read',
      { branding: { primary: '#FFD400' } },
      'branding.primary',
      /contrast of 1\.35:1; .* needs 4\.5:1 to be readable\. Choose a darker colour\.$/,
    ],
    [
      'an accent that text can’t be read on',
      { branding: { accent: '#6B2FA0' } },
      'branding.accent',
      /needs 4\.5:1 to be readable\. Choose a lighter colour\.$/,
    ],
    ['a colour by name', { branding: { primary: 'red' } }, 'branding.primary', /such as #6B2FA0/],
    [
      'two classes of one name',
      { annotation_classes: [classOf('Tumour'), classOf(' TUMOUR ')] },
      'annotation_classes.1.name',
      /two classes called/,
    ],
    [
      'two classes with one key',
      { annotation_classes: [classOf('One', 'a'), classOf('Two', 'a')] },
      'annotation_classes.1.hotkey',
      /Two classes have the key “a”/,
    ],
    [
      'too many classes',
      { annotation_classes: Array.from({ length: 65 }, (_, n) => classOf(`${n}`)) },
      'annotation_classes',
      /At most 64/,
    ],
    ['no days of retention', { retention_days: 0 }, 'retention_days', /At least 1/],
    ['a quota', { quota_bytes: 1 }, 'quota_bytes', /Unknown field/],
    ['a name of the organisation', { name: 'other' }, 'name', /Unknown field/],
    ['an id', { id: '01938b5e-0000-7000-8000-000000000000' }, 'id', /Unknown field/],
    ['a time of disabling', { disabled_at: null }, 'disabled_at', /Unknown field/],
    ['an unknown key of the branding', { branding: { font: 'Comic' } }, 'font', /Unknown field/],
  ])('%s', async (_what, body, field, sentence) => {
    const before = await readSettings(api, api.home.admin)
    const reply = await edit({ retention_days: 77, ...body })
    expect([reply.status, reply.json.code], reply.text).toEqual([400, 'invalid_input'])
    expect(reply.json.fields[field]?.[0]).toMatch(sentence)
    expect(await readSettings(api, api.home.admin)).toEqual(before)
  })

  test('all that is wrong is told at once', async () => {
    const reply = await edit({ time_zone: 'Nowhere', branding: { primary: '#FFFFFF', accent: '#000000' } })
    expect(Object.keys(reply.json.fields)).toEqual(['time_zone', 'branding.primary', 'branding.accent'])
  })
})
