import type { StackMember } from './members.ts'

export interface MemberRowProps {
  member: StackMember
  /** The figure that shows it with Shift; null for what lies over images. */
  number: number | null
  place: number
  count: number
  onMove: (id: string, place: number) => void
  /** Another was dropped here. */
  onDrop: (id: string) => void
  onRename: () => void
}
