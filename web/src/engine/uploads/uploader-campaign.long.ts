import { test } from 'vitest'
import { runCampaign } from './test-campaign.ts'

test('whatever goes wrong and whatever is done meanwhile, nothing is lost, doubled or left behind (2000 runs)', () =>
  runCampaign(1, 2000))
