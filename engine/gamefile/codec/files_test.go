package codec_test

// Files as programs and people write them.
const (
	pgnFile = `[Game "Chinese Chess"]
[Event "第一届\"五羊杯\" 象棋冠军赛"]
[Site "广州"]
[Date "1981.12.09"]
[Round "1"]
[RedTeam "广东"]
[Red "杨官璘"]
[BlackTeam "上海"]
[Black "胡荣华"]
[Result "1/2-1/2"]
[Opening "中炮对屏风马"]
[ECCO "C44"]
[Format "Chinese"]

1. 炮二平五 {当头炮} 马８进７
2. 马二进三 车９平８ 3. 车一平二 {
红方出车。
}
3.          马２进３ (3... 卒７进１ 4. 车二进六 {过河} (4. 车二进四 $1) 4... 马２进３)
4. 兵七进一! 卒７进１
1/2-1/2
============================
 欢迎访问象棋百科全书网 (http://www.xqbase.com)

[Game "Chinese Chess"]
[Event "另一局"]

1. 兵七进一 *
`
	chessPGN = `[Event "Casual Game"]
[White "Ann"]
[Black "Bo"]
[Variant "xiangqi"]
[Result "0-1"]

1. Che3 Hg8 2. Hg3 Rh10 3. Cxe7 Hxe7+ 0-1
`
	dhtmlFile = `[DhtmlXQ]
[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]
[DhtmlXQ_init]500,350[/DhtmlXQ_init]
[DhtmlXQ_pver][/DhtmlXQ_pver]
[DhtmlXQ_title]一局[/DhtmlXQ_title]
[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]
[DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]
[DhtmlXQ_move_0_2_1]10227967[/DhtmlXQ_move_0_2_1]
[DhtmlXQ_move_1_3_2]6665[/DhtmlXQ_move_1_3_2]
[DhtmlXQ_comment0]开始||第二行[/DhtmlXQ_comment0]
[DhtmlXQ_comment3]马[/DhtmlXQ_comment3]
[DhtmlXQ_comment1_2]另一着[/DhtmlXQ_comment1_2]
[DhtmlXQ_event]杯赛[/DhtmlXQ_event]
[DhtmlXQ_date]2018-03-24[/DhtmlXQ_date]
[DhtmlXQ_place]北京[/DhtmlXQ_place]
[DhtmlXQ_round]3[/DhtmlXQ_round]
[DhtmlXQ_red]甲[/DhtmlXQ_red]
[DhtmlXQ_redteam]甲队[/DhtmlXQ_redteam]
[DhtmlXQ_black]乙[/DhtmlXQ_black]
[DhtmlXQ_result]红胜[/DhtmlXQ_result]
[DhtmlXQ_type]全局[/DhtmlXQ_type]
[/DhtmlXQ]
`
	dhtmlPage = `<html><head><title>x</title></head><body>
<div id="dhtmlxq_view">[DhtmlXQ_title]甲 先胜 乙[/DhtmlXQ_title]<br>
[DhtmlXQ_red]甲 &amp; 丙[/DhtmlXQ_red]<br>
[DhtmlXQ_comment1]第一行<br>第二行[/DhtmlXQ_comment1]<br>
[DhtmlXQ_movelist][/DhtmlXQ_movelist]</div>
<script>var DhtmlXQ_movelist = '[0_1_0]77477062[/0_1_0][0_2_1]1022[/0_2_1]';</script>
</body></html>`
	pasted = `２０１８年公开赛 决赛

１．炮二平五　马８进７
２．马二进三（常见的着法）车９平８
3、车一平二，马2进3 4.兵七进一 卒７进１ (4... 士４进５ 5. 马八进七)
第五回合是关键。
5.車二進六 炮8平9 【弃车】
6.车二平三 炮９退１ 红方胜。
`
	dpxqText = `标题: 甲队 甲 和 乙队 乙
赛事: 全国象棋甲级联赛
轮次: 第02轮
布局: C44 中炮对屏风马
红方: 甲队 甲
黑方: 乙队 乙
结果: 和棋
日期: 2023.12.10
地点: 重庆
棋谱价值: 0

　　第3局

【主变: 和棋】
　　1.　兵七进一　　卒７进１　
　　2.　马八进七　　马８进７　
　　3.　马二进一

棋谱由 http://www.dpxq.com/ 生成`
)
