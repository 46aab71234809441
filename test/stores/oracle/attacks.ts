/** What no filter or expression may hold, by the documentation; nothing of it can be tried on a double. */
export const scalars = (): string[] => [
  "select dbms_xmlgen.getxml('delete from victim') from dual",
  'select "UTL_HTTP"."REQUEST"(\'http://example.com\') from dual',
  'select * from victim@other',
  'select counter.nextval from dual',
  'select 1 from victim for update',
  "select * from external ((a varchar2(10)) type oracle_loader default directory d location ('x'))",
  "select bfilename('D', 'passwd') from dual",
  "select httpuritype('http://example.com').getclob() from dual",
  'with function f return number is begin return 1; end; select f() from dual',
  "select sys_context('userenv', 'host') from dual",
  'select count(*) from all_tables',
  'select user from dual',
  "select q'[a]' from dual",
  'select :p1 from dual',
]

/** Work without end. */
export const slow: string[] = ["length(rpad('x', 2000000000, 'x')) = 1"]
