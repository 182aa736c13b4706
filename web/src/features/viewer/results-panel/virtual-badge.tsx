import { Sparkles } from '../../../ui/icons.ts'
import { StateChip } from '../../../ui/state-chip.tsx'
import { useRun, useRuns } from './queries.ts'
import { outputOfImage } from './run-rows.ts'
import { words } from './words.ts'

/** That no microscope saw this. */
export function VirtualBadge() {
  return (
    <span title={words.virtualHint}>
      <StateChip icon={Sparkles} tone="info" label={words.virtual} />
    </span>
  )
}

/** On the picture of an image that is virtual; nothing on others. */
export function VirtualMark({ slideId, imageId }: { slideId: string; imageId: string }) {
  const { data } = useRuns(slideId)
  const made = data?.results.find(({ outputs }) => outputs.some((output) => output.image_id === imageId))
  const run = useRun(made?.id)
  return outputOfImage(run.data, imageId)?.isVirtual ? <VirtualBadge /> : null
}
