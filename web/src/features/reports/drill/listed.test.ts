import { expect, test } from 'vitest'
import { ofCheck, ofRun } from './listed.ts'

const about = {
  id: 'one',
  slide_id: 'slide',
  slide_name: 'Liver',
  input_image_id: 'image',
  created_at: '2026-11-01T10:00:00Z',
}
const check: Parameters<typeof ofCheck>[0] = {
  ...about,
  state: 'passed',
  overridden_by: null,
  overridden_at: null,
  made_scale: null,
  finished_at: null,
}
const run: Parameters<typeof ofRun>[0] = {
  ...about,
  state: 'succeeded',
  predictor: { key: 'nuclei', name: 'Nuclei', version: '1.0.0', digest: '' },
  made_scale: null,
  created_by: null,
}

test('what was checked or computed by another pixel size than the slide has now says so', () => {
  const made_scale = { mpp_x: 0.25, mpp_y: 0.25 }
  expect(ofCheck({ ...check, made_scale }).details).toEqual(['Passed', 'at the pixel size before'])
  expect(ofRun({ ...run, made_scale }).details).toEqual(['Nuclei', 'Succeeded', 'at the pixel size before'])
  expect(ofCheck(check).details).toEqual(['Passed'])
  expect(ofRun(run).details).toEqual(['Nuclei', 'Succeeded'])
})
