import { isolate } from '@cresyl/contract/api/isolate'
import { counted } from '../../ui/text/counted.ts'
import { formatNumber } from '../../ui/text/dates.ts'

export const words = {
  list: {
    label: 'Organisations',
    search: 'Search organisations',
    loading: 'Loading organisations',
    failedTitle: 'The organisations could not be loaded',
    found: (count: number) => counted(count, 'organisation'),
    columns: {
      displayName: 'Display name',
      name: 'Name',
      members: 'Members',
      quota: 'Quota',
      state: 'State',
      created: 'Created',
    },
    states: { active: 'Active', disabled: 'Disabled' },
    current: 'You are here',
    noQuota: 'Default',
    quota: (gigabytes: number) => `${formatNumber(gigabytes)} GB`,
    members: (count: number) => counted(count, 'member'),
  },
  nothingFound: (search: string) => `No organisation matches “${isolate(search)}”. Try fewer or other words.`,
  notSuperadmin: {
    title: 'For superadmins only',
    text: 'Superadmins manage all organisations of this installation. A system administrator can make someone a superadmin.',
  },
  create: { button: 'New organisation', title: 'New organisation', submit: 'Create organisation' },
  edit: { title: 'Edit organisation', submit: 'Save' },
  fields: {
    displayName: 'Display name',
    displayNameHint: 'As people call it, such as St Mary’s Hospital.',
    displayNameRequired: 'A display name is required.',
    displayNameTooLong: (max: number) => `A display name has at most ${max} characters.`,
    name: 'Name',
    nameHint: 'Lower-case letters, digits and hyphens, such as st-mary. It cannot be changed later.',
    nameInvalid: 'Use 1 to 63 lower-case letters, digits and hyphens, such as st-mary.',
    quota: 'Storage quota in GB',
    quotaHint: 'How much storage its slides may use. Leave it empty for the default of this server.',
    quotaInvalid: 'Use a number of gigabytes from 0 up, or leave it empty for the default.',
  },
  conflict: {
    title: 'Someone else changed this organisation while you were editing',
    defaultQuota: 'The default of this server',
  },
  actions: {
    actIn: 'Act in organisation',
    switchTo: 'Switch to organisation',
    isCurrent: 'You are already in this organisation.',
    isDisabled: 'It is disabled. Enable it first.',
    edit: 'Edit',
    disable: 'Disable',
    enable: 'Enable',
  },
  disable: {
    title: (name: string) => `Disable ${isolate(name)}?`,
    text: 'No one can sign in, members are signed out within a minute, and API tokens stop working. Nothing is deleted, and you can enable it again.',
    confirm: 'Disable organisation',
  },
  enable: {
    title: (name: string) => `Enable ${isolate(name)}?`,
    text: 'Its members can sign in again and find everything as it was. API tokens that have not expired work again.',
    confirm: 'Enable organisation',
  },
  actIn: {
    title: (name: string) => `Act in ${isolate(name)}?`,
    text: 'You will have the rights of an administrator there. Everything you do is recorded in its audit log.',
    confirm: 'Act in organisation',
  },
  done: {
    created: (name: string) => `${isolate(name)} was created.`,
    saved: (name: string) => `${isolate(name)} was saved.`,
    disabled: (name: string) => `${isolate(name)} was disabled.`,
    enabled: (name: string) => `${isolate(name)} was enabled.`,
  },
} as const
