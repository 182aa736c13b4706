/** What lies over the image has a surface of its own, whatever is behind it. */
export const floating = {
  bgcolor: 'background.paper',
  color: 'text.primary',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  boxShadow: '0 2px 8px rgb(20 17 24 / 0.12)',
} as const
