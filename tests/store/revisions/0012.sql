-- What a club had stored when this was the last revision: one finished table, one just begun.
insert into tables (id, code, key, game, edition, start, who, begun, touched, seq, status, totals)
values (1, 'MKTRWX', 'scorer-key-of-the-first', 'some-game', 1,
  '{"game": "some-game", "head": {"player 1": "Nell", "player 2": "Omar", "dealer": "2"}, "hands": []}',
  'Nell', '2026-11-20 19:00:00.000000', '2026-11-20 21:00:00.000000', 5, 'finished',
  '{"totals": {"1": 9, "2": -4}, "winners": ["1"]}');
insert into tables (id, code, key, game, edition, start, who, begun, touched, seq, status, totals, pencil)
values (2, 'BCDFGH', 'scorer-key-of-the-second', 'some-game', 1,
  '{"game": "some-game", "head": {"player 1": "Pia", "player 2": "Quin"}, "hands": []}',
  '', '2026-11-20 22:00:00.000000', '2026-11-20 22:00:00.000000', 0, 'playing', null, 'digest-of-a-phone');
insert into journal (table_id, seq, at, who, kind, hand, answers, replaced, why, submission, form)
values (1, 1, '2026-11-20 19:01:00.000000', 'Nell', 'answer', 1, '{"bid 2": "7 no", "@entry": "quick"}', '{}', '', 's1', 1);
insert into journal (table_id, seq, at, who, kind, hand, answers, replaced, why, submission, form)
values (1, 2, '2026-11-20 19:02:00.000000', 'Omar', 'amend', 1, '{"bid 2": "8 ♥"}', '{"bid 2": "7 no"}', 'misheard', 's2', 2);
insert into journal (table_id, seq, at, who, kind, hand, answers, replaced, why, submission, form)
values (1, 3, '2026-11-20 19:03:00.000000', 'Omar', 'undo', 1, '{}', '{"bid 2": "8 ♥"}', '', 's3', 3);
insert into journal (table_id, seq, at, who, kind, hand, answers, replaced, why, submission, form)
values (1, 4, '2026-11-20 19:04:00.000000', 'Omar', 'redo', 1, '{}', '{"bid 2": "7 no"}', '', 's4', 4);
insert into journal (table_id, seq, at, who, kind, hand, answers, replaced, why, submission, form)
values (1, 5, '2026-11-20 21:00:00.000000', '', 'settle', 0, '{"total 1": "9", "total 2": "-4", "winners": "1"}', '{}', '', 's5', 5);
insert into sets (id, game, name, note, rules)
values ('MKTRW', 'some-game', 'Legion, min 7', 'heard', '{"min_bid": "7"}');
insert into phones (table_id, phone, seat, who, since)
values (2, 'digest-of-a-phone', '2', 'phone 4f2e', '2026-11-20 22:01:00.000000');
insert into clubs (key, club)
values ('key-of-the-club', '{"name": "Thursday club", "people": ["Nell", "Omar"], "stake": 10}');
insert into forms (form, thing) values ('form-1', 'MKTRWX');
insert into summaries (table_id, seq, stamp, game, played, demo, ended, hands, evening, words, day, card, summary)
values (1, 5, 'another release', 'some-game', true, false, true, 1, '2026-11-20', 'nell omar mktrwx', ' friday 20 november 2026', null, null);
insert into sitters (table_id, seat, first, key, name, side, came) values (1, 1, 1, 'nell', 'Nell', '1', 'won');
insert into club_tables (club, table_id) values ('key-of-the-club', 1);
insert into nights (key, club, night)
values ('key-of-the-night', 'key-of-the-club', '{"day": "2026-11-20", "game": "some-game", "people": ["Nell", "Omar", "Pia", "Quin", "Rosa", "Sol", "Tess", "Ugo"], "rounds": 4, "scores": {"1.2": "54 31"}}');
