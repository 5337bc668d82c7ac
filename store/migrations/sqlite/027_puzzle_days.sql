-- The puzzle of each day that somebody has asked for. It stays what it was, whatever puzzles a later version has.
CREATE TABLE puzzle_days (
    day    INTEGER NOT NULL PRIMARY KEY, -- its number
    puzzle TEXT NOT NULL
);
CREATE INDEX puzzle_days_puzzle ON puzzle_days (puzzle, day);

-- The first try of a person at the puzzle of each day. A puzzle that comes again on a later day is tried again.
CREATE TABLE puzzle_day_tries (
    person TEXT NOT NULL,
    day    INTEGER NOT NULL, -- the number of the day whose puzzle it was
    guild  TEXT NOT NULL, -- where it was made; empty in direct messages
    solved BOOLEAN NOT NULL,
    at     INTEGER NOT NULL, -- Unix milliseconds
    made   INTEGER NOT NULL, -- the number of the day on which it was made, where it was made
    PRIMARY KEY (person, day)
) WITHOUT ROWID;
CREATE INDEX puzzle_day_tries_guild ON puzzle_day_tries (guild, day, at);

-- Until now the puzzle of a day was the one in the place day % 415 of this list.
CREATE TABLE puzzle_schedule (puzzle TEXT NOT NULL PRIMARY KEY, place INTEGER NOT NULL);
INSERT INTO puzzle_schedule (puzzle, place) VALUES
    ('u7a36s', 0), ('gb27b9', 1), ('qmygc6', 2), ('sqen5g', 3), ('tdezwq', 4), ('wqh3tf', 5),
    ('kc2np3', 6), ('retsib', 7), ('zdy7n9', 8), ('bbi5cr', 9), ('g9qugz', 10), ('zcgxp9', 11),
    ('bqvwxs', 12), ('qdcb3x', 13), ('kv4u36', 14), ('vtn6kr', 15), ('abgnzi', 16), ('nyce5i', 17),
    ('ys2u28', 18), ('4agk9y', 19), ('9aq2gc', 20), ('j4qhj6', 21), ('3dp72e', 22), ('5n9c4t', 23),
    ('5tkv2k', 24), ('bjrgxx', 25), ('8dp8pa', 26), ('nyvx6r', 27), ('tjm978', 28), ('murbtg', 29),
    ('gdjkqn', 30), ('bzsaw8', 31), ('mp5bvi', 32), ('i48c9j', 33), ('kmk347', 34), ('ymu7ny', 35),
    ('pk227k', 36), ('zecgsy', 37), ('r34dzr', 38), ('39fxve', 39), ('xei2hq', 40), ('rzm2r2', 41),
    ('27cay3', 42), ('f3nhs7', 43), ('a3sww6', 44), ('5vpdwy', 45), ('mwk5ty', 46), ('dwngv5', 47),
    ('2b35d5', 48), ('2vd6fm', 49), ('z3zjrv', 50), ('2vvx6q', 51), ('ijfgty', 52), ('nyeix8', 53),
    ('4z9jhb', 54), ('cypcqy', 55), ('f8n59k', 56), ('9g3pp4', 57), ('z5nsfe', 58), ('qtenm4', 59),
    ('wse9wh', 60), ('gkawgv', 61), ('3gw6aw', 62), ('f36vbb', 63), ('3dae7w', 64), ('wt4x3i', 65),
    ('utz5qf', 66), ('ruvq9n', 67), ('emeimv', 68), ('6gfqeh', 69), ('hwcgwm', 70), ('ni7e5u', 71),
    ('rqfkfy', 72), ('fksx9v', 73), ('ye4ib4', 74), ('x2jf7j', 75), ('baxagv', 76), ('6mn7qx', 77),
    ('rtnr87', 78), ('8qmgkm', 79), ('nu78vq', 80), ('jsvft4', 81), ('hjudpd', 82), ('icjm3s', 83),
    ('586fqu', 84), ('8ybegn', 85), ('se4bbe', 86), ('a7syvs', 87), ('hy3rts', 88), ('n5hcz7', 89),
    ('f8ika8', 90), ('f2kqbs', 91), ('4ibxme', 92), ('zvi4fp', 93), ('uxurbu', 94), ('vhkjx4', 95),
    ('jkn235', 96), ('cgndrs', 97), ('vpxzuj', 98), ('hesu2z', 99), ('rwnk9f', 100), ('sut35m', 101),
    ('6p6e5w', 102), ('ca3hvf', 103), ('xn9mhu', 104), ('3fm4jg', 105), ('vnus6s', 106), ('kxde9b', 107),
    ('drcarm', 108), ('ise6ke', 109), ('niqhvs', 110), ('rdz8qf', 111), ('ueqsxs', 112), ('y5295c', 113),
    ('mx93vx', 114), ('x6rvhw', 115), ('e5nr4k', 116), ('59jpaj', 117), ('2h3puy', 118), ('tcfmvc', 119),
    ('kh8qsd', 120), ('rx3p4n', 121), ('6c582m', 122), ('93i6jn', 123), ('ujyajh', 124), ('ccvb65', 125),
    ('gww2k5', 126), ('ccvbc6', 127), ('ha2pn8', 128), ('xpjeu9', 129), ('9b9m8f', 130), ('zgx2ey', 131),
    ('cgrn4s', 132), ('x8s523', 133), ('ksvhmb', 134), ('mnsp8i', 135), ('ckpyjx', 136), ('9qqrdv', 137),
    ('usxmu7', 138), ('ew9fe7', 139), ('bc3im3', 140), ('qp3yck', 141), ('5t2tci', 142), ('eqzj25', 143),
    ('wmpywa', 144), ('nmf2rp', 145), ('di53zz', 146), ('q69yqa', 147), ('bevyzc', 148), ('pdzqvx', 149),
    ('bnwym6', 150), ('3668qc', 151), ('mkjd36', 152), ('xr62p3', 153), ('mbe8rq', 154), ('6eenyp', 155),
    ('8c28ci', 156), ('qfpwqp', 157), ('bgs57y', 158), ('x6qfai', 159), ('qfyatb', 160), ('tu64z4', 161),
    ('vi69in', 162), ('zbvq2d', 163), ('cazidj', 164), ('q4c7xt', 165), ('gzsvpq', 166), ('b2u723', 167),
    ('ydm4bs', 168), ('qb3euc', 169), ('93vczb', 170), ('8aw29p', 171), ('jx8iee', 172), ('pgrtak', 173),
    ('6668gz', 174), ('pt6g2n', 175), ('627xyg', 176), ('an3vfu', 177), ('dashif', 178), ('5kppvs', 179),
    ('r3t29m', 180), ('bmc2uv', 181), ('i5m5kt', 182), ('buupan', 183), ('i4825k', 184), ('xs6bvt', 185),
    ('kknh9n', 186), ('a82wxs', 187), ('mbt4wq', 188), ('g7sghu', 189), ('yd523z', 190), ('3x5i9u', 191),
    ('aixtmp', 192), ('3iu554', 193), ('m6etvm', 194), ('d7hgx9', 195), ('nabfim', 196), ('6y9pvc', 197),
    ('pnpy8b', 198), ('esa52e', 199), ('pzwvph', 200), ('jzkx7q', 201), ('8xc3fi', 202), ('ks8ufh', 203),
    ('iu87bv', 204), ('gkieaz', 205), ('fsryb5', 206), ('rjvy3g', 207), ('8s3a9m', 208), ('hk77vb', 209),
    ('s9n7d8', 210), ('j229jh', 211), ('q99atu', 212), ('r9p4pb', 213), ('b3rrc9', 214), ('6e2kq8', 215),
    ('ws7t9i', 216), ('42x7us', 217), ('pekgxf', 218), ('35k4c5', 219), ('g9dcmu', 220), ('xduh8z', 221),
    ('sbj7wv', 222), ('h9xzjp', 223), ('bac9sw', 224), ('67yenp', 225), ('tu4ny9', 226), ('vujpsa', 227),
    ('bsbnce', 228), ('8yt9gt', 229), ('bc53d4', 230), ('di6yfe', 231), ('q9vy6v', 232), ('rnwjg7', 233),
    ('79vhva', 234), ('hufewv', 235), ('wbknrs', 236), ('j8d3b6', 237), ('rv6tbq', 238), ('enkasq', 239),
    ('f2pin2', 240), ('fqi2hg', 241), ('y7aguf', 242), ('uvb6h8', 243), ('hv2uga', 244), ('giqwif', 245),
    ('7fsm5m', 246), ('ppkdvr', 247), ('m8m6qh', 248), ('47evg2', 249), ('9pitzk', 250), ('34sx74', 251),
    ('t79vi4', 252), ('enezs4', 253), ('4se96z', 254), ('b6vtby', 255), ('wefvpm', 256), ('uyyzzx', 257),
    ('erpivs', 258), ('k6stax', 259), ('q94n9v', 260), ('hndfgd', 261), ('cm9zh4', 262), ('bbnvc4', 263),
    ('vuce33', 264), ('fqtrku', 265), ('nw74nk', 266), ('h3uwua', 267), ('uzjwfc', 268), ('abbb9w', 269),
    ('ukr2x5', 270), ('vf7fu5', 271), ('5tvdrb', 272), ('iz5b8u', 273), ('cxeppk', 274), ('mimr9m', 275),
    ('2gysjv', 276), ('kufnzs', 277), ('2vn9aq', 278), ('z9pfuw', 279), ('93u9hc', 280), ('66ys5b', 281),
    ('rfh3rt', 282), ('5nmsv6', 283), ('ehniyj', 284), ('rb74th', 285), ('nzia25', 286), ('uh5knt', 287),
    ('pdxq9s', 288), ('98m3zd', 289), ('rzbkjr', 290), ('6cdmzk', 291), ('a2p7k2', 292), ('gayrvv', 293),
    ('yc9cyj', 294), ('ya4txs', 295), ('yxirc2', 296), ('z2grt6', 297), ('8fwk23', 298), ('9we3uv', 299),
    ('ta6if5', 300), ('t4jcu3', 301), ('c4diy2', 302), ('ur8hvn', 303), ('swxv5f', 304), ('8z94qs', 305),
    ('i7mc6c', 306), ('g72ynv', 307), ('m7nsi7', 308), ('nvpdz3', 309), ('tqkr9p', 310), ('729jkz', 311),
    ('9snvha', 312), ('fnaiqh', 313), ('rdjb54', 314), ('8npnzw', 315), ('pdjtwf', 316), ('etik8v', 317),
    ('wjstn5', 318), ('42t8nq', 319), ('jc66nr', 320), ('ifyhz5', 321), ('ybdvm9', 322), ('feqvqt', 323),
    ('c5k6f4', 324), ('b6amnm', 325), ('wjvpq3', 326), ('psaige', 327), ('itcdc2', 328), ('3yik23', 329),
    ('d49k7t', 330), ('pjqvk7', 331), ('a68iab', 332), ('up5ta6', 333), ('rv44py', 334), ('ujhczu', 335),
    ('6qk89d', 336), ('i6nzzj', 337), ('b2zbqz', 338), ('f7nn75', 339), ('9c6322', 340), ('r8i6ae', 341),
    ('grvwbm', 342), ('via6kv', 343), ('u98b63', 344), ('hyip4s', 345), ('sxz7ab', 346), ('zxng4z', 347),
    ('am73qb', 348), ('vqkkrb', 349), ('v8uhqg', 350), ('jjezse', 351), ('6bg7rq', 352), ('ug38ky', 353),
    ('v7wia3', 354), ('px8itx', 355), ('eqp2un', 356), ('ifzygj', 357), ('iu94is', 358), ('8vyej7', 359),
    ('tw5q3u', 360), ('jk582q', 361), ('mxiisy', 362), ('qnqyt2', 363), ('udnvhv', 364), ('r7h79d', 365),
    ('kpywnb', 366), ('657es7', 367), ('c39vmq', 368), ('bzpa4p', 369), ('esrbst', 370), ('yt7d36', 371),
    ('4jsb6n', 372), ('qzeehb', 373), ('hmmzxe', 374), ('2m9b4c', 375), ('6t5ih9', 376), ('frdc4b', 377),
    ('eawhaq', 378), ('xt3b6p', 379), ('y675xd', 380), ('xdca9v', 381), ('4mc3ks', 382), ('xe2fdd', 383),
    ('b72bbb', 384), ('uuzxvg', 385), ('fveyqt', 386), ('antfum', 387), ('aq4gcy', 388), ('7q49jz', 389),
    ('asgwr9', 390), ('nrhvva', 391), ('vvs52s', 392), ('zca2q2', 393), ('26mjy3', 394), ('b9mzkr', 395),
    ('azgq2r', 396), ('cyqiwr', 397), ('jkmavx', 398), ('i3aku6', 399), ('k66h8x', 400), ('bfmet3', 401),
    ('j9rux5', 402), ('hsf3uh', 403), ('ds82yc', 404), ('qicdzd', 405), ('5c2k7i', 406), ('tiysxx', 407),
    ('uagrvf', 408), ('eqq9ct', 409), ('xmge8h', 410), ('r3u2i6', 411), ('pjywgj', 412), ('2xng7g', 413),
    ('apj62d', 414);

-- A try counts for the latest day with that puzzle; days begin earlier elsewhere, so that may be the next day. The oldest
-- tries keep no day and have that of UTC, which in a server that has the puzzle posted may be the day after its own.
INSERT INTO puzzle_day_tries (person, day, guild, solved, at, made)
SELECT person, day, guild, solved, at, CASE WHEN unsure AND made = day + 1 THEN day ELSE made END FROM (
    SELECT person, guild, solved, at, unsure, made, made + 1 - (made + 1 - place) % 415 AS day FROM (
        SELECT t.person, t.guild, t.solved, t.at, s.place,
            CASE t.day WHEN 0 THEN t.at / 86400000 ELSE t.day END AS made,
            t.day = 0 AND EXISTS (SELECT 1 FROM puzzle_posts p WHERE p.guild = t.guild) AS unsure
        FROM puzzle_tries t JOIN puzzle_schedule s ON s.puzzle = t.puzzle
    ) AS dated
) AS counted;
INSERT INTO puzzle_days (day, puzzle)
SELECT DISTINCT t.day, s.puzzle FROM puzzle_day_tries t JOIN puzzle_schedule s ON s.place = t.day % 415;
DROP TABLE puzzle_schedule;

DROP INDEX puzzle_tries_puzzle;
ALTER TABLE puzzle_tries DROP COLUMN day;
