-- functions that cast their argument to text: not what printing gives
select quote_literal(true), quote_nullable(false), quote_literal('::1'::inet), quote_nullable('10.0.0.1'::cidr), quote_literal('x'::char(5)), quote_nullable(null::inet);
select 'x' || '::1'::inet, '10.0.0.1'::cidr || 'x', true || 'x', 'a' || 'b'::char(4) || 'c', 'x' || null::inet;
select concat('::1'::inet, true, 'b'::char(3), '|'), format('%s %L %s', '::1'::inet, '::1'::inet, true);
