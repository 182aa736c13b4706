import { GatedButton } from '../../../ui/gated.tsx'
import { useAlignOffer } from './align-context.ts'
import { words } from './words.ts'

/** Begins to align the slides of two panes; `onBegun` where what it stands in is to close. */
export function AlignButton({ onBegun }: { onBegun?: () => void }) {
  const { begin, reason } = useAlignOffer()
  return (
    <GatedButton
      variant="outlined"
      reason={reason}
      onClick={() => {
        begin()
        onBegun?.()
      }}
    >
      {words.begin}
    </GatedButton>
  )
}
