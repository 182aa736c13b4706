import { test } from 'vitest'
import { runCampaign } from './test-campaign.ts'

test('whatever goes wrong and whatever is done meanwhile, nothing is lost, doubled or left behind', () =>
  // Another part of those of uploader-campaign.long.ts each time.
  runCampaign(1 + 100 * (Number(process.env.CRESYL_TEST_SEED) % 20), 100))
