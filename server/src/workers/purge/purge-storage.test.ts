import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/id.ts'
import { openTestQueue, type TestQueue } from '../../platform/queue/test-support/test-queue.ts'
import { handlers, onSettled } from '../index.ts'

let queue: TestQueue

beforeAll(async () => {
  queue = await openTestQueue()
})

afterAll(() => queue.close())

/** A file with a slide, deleted so many minutes ago; null: it is not. */
async function addSlide(organizationId: string, name: string, deletedMinutesAgo: number | null) {
  const [id, fileId, image] = [newId(), newId(), newId()]
  const deletedAt = deletedMinutesAgo === null ? 'null' : `now() - interval '${deletedMinutesAgo} minutes'`
  await queue.owner.query(
    `begin;
     insert into files (id, organization_id, name, search_key, media_type, size, path, state)
       values ('${fileId}', '${organizationId}', '${name}', '', 'svs', 1, 'files/${fileId}/original', 'stored');
     insert into slides (id, organization_id, file_id, name, search_key, image_id, source_image_id, deleted_at)
       values ('${id}', '${organizationId}', '${fileId}', '${name}', '', '${image}', '${image}', ${deletedAt});
     insert into images (id, organization_id, slide_id, file_id, kind)
       values ('${image}', '${organizationId}', '${id}', '${fileId}', 'source');
     commit`,
  )
}

test('what was meant goes for good, with its file and a line in the audit log, and nothing else', async () => {
  const [home = '', away = ''] = queue.organizations
  await addSlide(home, 'meant', 60)
  await addSlide(home, 'deleted after asking', 1)
  await addSlide(home, 'restored meanwhile', null)
  await addSlide(away, 'of others', 60)
  await queue.owner.query(
    `insert into exports (id, organization_id, image_id, request, file_name, width, height, path, made_at)
     select gen_random_uuid(), organization_id, image_id, '{}', name, 1, 1, 'exports/' || id, now() - interval '1 hour'
     from slides where name in ('restored meanwhile', 'of others')`,
  )
  await queue.owner.query(
    `insert into files (id, organization_id, name, search_key, media_type, size, path, state, reading_state, updated_at)
     select gen_random_uuid(), $1, name, name, 'svs', 1, 'files/' || name, 'stored', state, now() - interval '1 hour'
     from (values ('unreadable', 'failed'), ('readable', 'none')) as given (name, state)`,
    [home],
  )
  const before = new Date(Date.now() - 10 * 60_000).toISOString()
  const id = await queue.send({
    kind: 'purge_storage',
    organizationId: home,
    maxAttempts: 1,
    payload: { kinds: ['deleted_slides', 'exports', 'unreadable_files'], before },
  })
  await queue.start({ handlers, definitions: jobDefinitions, onSettled })
  const job = await queue.until(id, ({ finishedAt }) => finishedAt !== null)
  expect(job).toMatchObject({
    state: 'succeeded',
    message: 'Removed 1 deleted slide, 1 exported region, 1 file that could not be read.',
  })
  const namesIn = async (table: string) =>
    (await queue.owner.query(`select name from ${table} order by name`)).rows.map(({ name }) => name)
  expect(await namesIn('slides')).toEqual(['deleted after asking', 'of others', 'restored meanwhile'])
  expect(await namesIn('files')).toEqual([
    ...['deleted after asking', 'of others', 'readable', 'restored meanwhile'],
  ])
  const { rows: exported } = await queue.owner.query('select file_name from exports')
  expect(exported).toEqual([{ file_name: 'of others' }])
  const { rows } = await queue.owner.query(
    "select event from audits where event like '%purged' and organization_id = $1 order by event",
    [home],
  )
  expect(rows).toEqual([{ event: 'file.purged' }, { event: 'slide.purged' }])
})
