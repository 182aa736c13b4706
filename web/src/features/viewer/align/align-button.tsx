import { GatedButton } from '../../../ui/state/gated.tsx'
import { useAlignOffer } from './align-context.ts'
import { words } from './words.ts'

/** Begins to align the slides of two panes; then what it stands in may close. */
export function AlignButton({ onBegun }: { onBegun: () => void }) {
  const { begin, reason } = useAlignOffer()
  return (
    <GatedButton
      variant="outlined"
      reason={reason}
      onClick={() => {
        begin()
        onBegun()
      }}
    >
      {words.begin}
    </GatedButton>
  )
}
