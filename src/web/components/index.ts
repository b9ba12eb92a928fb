export { Avatar } from './avatar'
export { Button, ButtonLink, SchemeSwitch } from './button'
export { ChipsField } from './chips-field'
export { Confirm } from './confirm'
export { Dialog, Drawer } from './dialog'
export { Emphasis } from './emphasis'
export { Alert, Badge, Empty, JobBadge, jobWords, Skeleton, type Tone } from './feedback'
export {
  CheckField,
  Choice,
  Choices,
  Field,
  SelectField,
  Switch,
  TextArea,
  TextField,
  type Option,
} from './field'
export { Icon } from './icon'
export { dollarsOf, MoneyField, moneyText } from './money-field'
export { Menu, Popover, type MenuItem } from './popover'
export { Segmented } from './segmented'
export { SelectionBar, useSelection, type Selection } from './selection'
export { Sparkline, Stat } from './stat'
export { Pager, RowLink, Table, type Column, type Sorting } from './table'
export { TabPanel, Tabs } from './tabs'
export { toast, Toasts } from './toast'
