import { Sparkles } from '../../../ui/icons.ts'
import { StateChip } from '../../../ui/state-chip.tsx'
import { virtualWords } from '../../../ui/virtual-words.ts'

/** That no microscope saw this. */
export function VirtualBadge() {
  return (
    <span title={virtualWords.hint}>
      <StateChip icon={Sparkles} tone="info" label={virtualWords.label} />
    </span>
  )
}
