export interface AuditVerdict {
  organization: string
  rows: number
  seals: number
  /** Seals of which storage has a copy: only these tell when the end was cut off. */
  copied: number
  /** The last seal that was looked at. */
  uptoN: number | null
  /** Rows newer than the last seal, which nothing vouches for yet. */
  unsealed: number
  /** What doesn't hold, in sentences. Empty: the log is whole. */
  faults: string[]
  /** Why the copies in storage were not compared, in a sentence; null: they were. */
  uncompared: string | null
}
