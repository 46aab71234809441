/** What no filter or expression may hold, by the documentation; nothing of it can be tried on a double. */
export const scalars = (): string[] => [
  'select 1 delete from victim',
  'select 1 into stolen from victim',
  "select * from openrowset('a', 'b', 'c')",
  'select * from other.shop.dbo.victim',
  'select next value for counter',
  'select count(*) from sys.objects',
  "select 1 waitfor delay '00:01'",
  'exec xp_cmdshell dir',
]

/** Work without end. */
export const slow: string[] = ["len(replicate(cast('x' as nvarchar(max)), 2000000000)) = 1"]
