import { Sparkles } from '../../../ui/frame/icons.ts'
import { StateChip } from '../../../ui/state/state-chip.tsx'
import { virtualWords } from '../../../ui/text/virtual-words.ts'

/** That no microscope saw this. */
export function VirtualBadge() {
  return (
    <span title={virtualWords.hint}>
      <StateChip icon={Sparkles} tone="info" label={virtualWords.label} />
    </span>
  )
}
